-- $1 … $2: students by id; an exam of every course.
INSERT INTO lode.exams (id, student_id, identifier, course_id, held_at, changed_at)
SELECT n * 10 + k, n, md5(n || ' exam ' || k)::uuid, n * 10 + k,
  current_setting('sample.as_of')::date
    + interval '9 hours' + (pg_temp.pick(n * 20 + k, s.seed + 13, 300) - 200) * interval '1 day',
  current_setting('sample.as_of')::date - 20
FROM (SELECT current_setting('sample.seed')::bigint * 1000 AS seed) s
  CROSS JOIN LATERAL generate_series($1::bigint, $2::bigint) n
  CROSS JOIN LATERAL generate_series(0, 9) k
WHERE n % 100 > 0
ORDER BY n, k
