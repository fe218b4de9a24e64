-- A small believable Lode, as imports left it, the same each time but for the moment it is relative
-- to: 120 students with 1,200 courses and as many exams. Run as the schema's owner, in one
-- transaction, on empty tables, after sample/.
--
-- Planted: student 1 has 30, 27 and 24 of 6, 9 and 12 CFU and one active course; student 2 has three
-- devices, of which the iPad knows a final mark more; a file of student 3 stores a wrong average;
-- student 4 has passed only what has no CFU; student 5 has a text with control characters; student
-- 119 took their consent back; student 120 never gave one and has no data.

DO $block$
BEGIN
  IF EXISTS (SELECT FROM lode.students) THEN
    RAISE EXCEPTION 'the sample goes into empty tables' USING ERRCODE = 'LD002';
  END IF;
END
$block$;

SET LOCAL jit = off;

INSERT INTO lode.students (id, code, nickname, email, created_at)
SELECT n, 'LODE-' || upper(left(md5('student ' || n), 8)), pg_temp.student_name(n, 1),
  CASE WHEN pg_temp.pick(n, 2, 3) > 0 THEN format('student%s@uni.example', n) END,
  now() - pg_temp.pick(n, 3, 300) * interval '1 day' - interval '60 days'
FROM generate_series(1, 120) n;

INSERT INTO lode.consents (student_id, text_version, given_at, withdrawn_at)
SELECT s.id, CASE WHEN s.id % 3 = 0 THEN '2026-01' ELSE '2025-09' END,
  s.created_at + interval '1 hour',
  CASE WHEN s.id = 119 THEN now() - interval '1 hour' END
FROM lode.students s WHERE s.id < 120;

INSERT INTO lode.file_courses
  (student_id, file, row_id, identifier, name, credits, icon, expected, final, is_laude, changed_at)
SELECT s.id, d.file, k, md5(s.id || ' course ' || k)::uuid,
  CASE WHEN s.id = 5 AND k = 1 THEN E'Fisica \x1b[31mII' ELSE
    pg_temp.subject(s.id * 20 + k, 4) || CASE WHEN k > 6 THEN ' II' ELSE '' END END,
  CASE WHEN s.id = 1 AND k <= 3 THEN 3 + 3 * k WHEN s.id = 4 THEN 0 ELSE c.credits END,
  pg_temp.pick_from('{book,flask,globe,laptop,scale}', s.id * 20 + k, 5),
  CASE WHEN pg_temp.pick(s.id * 20 + k, 6, 5) > 0
    THEN 20 + pg_temp.pick(s.id * 20 + k, 7, 11) END,
  f.final,
  coalesce(f.final = 30 AND s.id > 4 AND pg_temp.pick(s.id * 20 + k, 8, 3) = 0, FALSE),
  s.created_at + d.days * interval '1 day'
FROM lode.students s
  CROSS JOIN LATERAL generate_series(1, CASE s.id WHEN 1 THEN 4 ELSE
    5 + pg_temp.pick(s.id, 9, 12) END) k
  CROSS JOIN LATERAL (VALUES ('phone.sqlite', 30), ('ipad.sqlite', 40), ('mac.sqlite', 20))
    d (file, days)
  CROSS JOIN LATERAL (SELECT 3 * (1 + pg_temp.pick(s.id * 20 + k, 10, 4))) c (credits)
  CROSS JOIN LATERAL (SELECT CASE WHEN s.id = 1 THEN (ARRAY[30, 27, 24])[k]
    WHEN k = 2 AND s.id = 2 AND d.file <> 'ipad.sqlite' THEN NULL
    WHEN k = 2 AND s.id = 2 THEN 29
    WHEN pg_temp.pick(s.id * 20 + k, 11, 3) > 0
      THEN 18 + pg_temp.pick(s.id * 20 + k, 12, 13) END) f (final)
WHERE s.id < 120 AND (d.file = 'phone.sqlite' OR s.id = 2);

INSERT INTO lode.file_exams
  (student_id, file, row_id, identifier, course_row, held_at, changed_at)
SELECT c.student_id, c.file, c.row_id, md5('exam of ' || c.identifier)::uuid, c.row_id,
  date_trunc('day', now()) + interval '9 hours'
    + (CASE WHEN c.final IS NULL THEN pg_temp.pick(c.row_id * 500 + c.student_id, 13, 60)
      ELSE -10 - pg_temp.pick(c.row_id * 500 + c.student_id, 14, 200) END) * interval '1 day',
  c.changed_at
FROM lode.file_courses c;

INSERT INTO lode.file_assignments
  (student_id, file, row_id, identifier, course_row, title, due_at, changed_at)
SELECT c.student_id, c.file, c.row_id, md5('work for ' || c.identifier)::uuid,
  CASE WHEN c.row_id % 4 > 0 THEN c.row_id END,
  pg_temp.pick_from('{Esercizi,Relazione,Progetto,Tesina,"Essay, final version"}',
    c.row_id * 500 + c.student_id, 15),
  date_trunc('day', now()) + interval '23 hours'
    + (pg_temp.pick(c.row_id * 500 + c.student_id, 16, 80) - 40) * interval '1 day',
  c.changed_at
FROM lode.file_courses c WHERE c.row_id % 2 = 0;

INSERT INTO lode.file_totals (student_id, file, row_id, average, projected)
SELECT c.student_id, c.file, 1,
  CASE c.student_id WHEN 3 THEN 29.5 ELSE
    coalesce(sum(c.final * c.credits)::float8
      / nullif(sum(c.credits) FILTER (WHERE c.final IS NOT NULL), 0), 0) END,
  coalesce(sum(coalesce(c.final, c.expected) * c.credits)::float8
    / nullif(sum(c.credits) FILTER (WHERE coalesce(c.final, c.expected) IS NOT NULL), 0), 0)
FROM lode.file_courses c GROUP BY c.student_id, c.file;

SELECT setval(pg_get_serial_sequence('lode.students', 'id'), 120);

SELECT count(m) FROM lode.students s
  CROSS JOIN LATERAL lode.merge(jsonb_build_object('student', s.id)) m;

DROP FUNCTION pg_temp.student_name(bigint, bigint);

DROP FUNCTION pg_temp.subject(bigint, bigint);

DROP FUNCTION pg_temp.pick_from(text[], bigint, bigint);

DROP FUNCTION pg_temp.pick(bigint, bigint, integer);
