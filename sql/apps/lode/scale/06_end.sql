-- Identities go on after the ids given above.
SELECT setval(pg_get_serial_sequence('lode.' || t.name, 'id'), greatest(1, t.last)) FROM (
  SELECT 'students' AS name, max(id) AS last FROM lode.students
  UNION ALL SELECT 'consents', max(id) FROM lode.consents
  UNION ALL SELECT 'courses', max(id) FROM lode.courses
  UNION ALL SELECT 'exams', max(id) FROM lode.exams
  UNION ALL SELECT 'assignments', max(id) FROM lode.assignments) t;

DROP FUNCTION pg_temp.student_name(bigint, bigint);

DROP FUNCTION pg_temp.subject(bigint, bigint);

DROP FUNCTION pg_temp.pick_from(text[], bigint, bigint);

DROP FUNCTION pg_temp.pick(bigint, bigint, integer);
