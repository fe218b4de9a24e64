-- Several files of one student (phone, iPad, Mac) merge.
BEGIN;

\ir fixture.sql

SELECT pg_temp.student(s) FROM unnest('{ann,bob}'::text[]) s;

SELECT pg_temp.course('ann', 'phone', 1, 'A', 6, 28, NULL),
  pg_temp.course('ann', 'phone', 2, 'B', 9, NULL, 27),
  pg_temp.course('ann', 'ipad', 7, 'A', 6, 28, 30, FALSE, '2026-03-01'),
  pg_temp.course('ann', 'mac', 3, 'A', 6, 25, NULL, FALSE, '2026-02-01'),
  pg_temp.course('bob', 'phone', 1, 'A', 12, NULL, 18) \g /dev/null

INSERT INTO lode.file_exams VALUES
  (pg_temp.kept('ann'), 'phone', 1, md5('exam')::uuid, 1, '2026-04-01', '2026-01-01'),
  (pg_temp.kept('ann'), 'ipad', 4, md5('exam')::uuid, 7, '2026-04-08', '2026-03-01');

SELECT results_eq(
  $$SELECT regexp_replace(t, 'course \d+', 'course N') FROM pg_temp.merge('ann') t$$,
  ARRAY[format('student %s, course N: 3 files differ; that of ipad is taken',
    pg_temp.kept('ann'))], 'files that differ are told');

SELECT bag_eq($$SELECT name, final::int FROM lode.courses WHERE student_id = pg_temp.kept('ann')$$,
  $$VALUES ('A', 30), ('B', 27)$$,
  'objects are merged by identifier, and the latest change counts');

SELECT results_eq($$SELECT e.held_at, c.name FROM lode.exams e JOIN lode.courses c
    ON c.id = e.course_id WHERE e.student_id = pg_temp.kept('ann')$$,
  $$VALUES (timestamptz '2026-04-08', 'A')$$,
  'an exam follows its course, whatever that is called in each file');

SELECT is_empty($$SELECT FROM lode.courses WHERE student_id = pg_temp.kept('bob')$$,
  'nothing of another student is touched');

CREATE TEMPORARY TABLE was AS SELECT * FROM lode.courses;

SELECT is_empty($$SELECT pg_temp.merge('ann')$$, 'merging again tells nothing');

SELECT bag_eq('TABLE lode.courses', 'TABLE was', 'and changes nothing');

-- an old file comes late

SELECT pg_temp.course('ann', 'old', 1, 'B', 9, NULL, 18, FALSE, '2025-01-01') \g /dev/null

SELECT pg_temp.merge('ann') \g /dev/null

SELECT is((SELECT final::int FROM lode.courses WHERE id = pg_temp.course_id('ann', 'B')), 27,
  'an older change does not undo a newer one');

SELECT * FROM finish();

ROLLBACK;
