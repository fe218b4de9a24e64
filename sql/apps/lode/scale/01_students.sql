-- $1 … $2: students by id.
INSERT INTO lode.students (id, code, nickname, email, created_at)
SELECT n, 'LODE-' || n, pg_temp.student_name(n, s.seed + 1),
  CASE WHEN pg_temp.pick(n, s.seed + 2, 3) > 0 THEN format('student%s@uni.example', n) END,
  current_setting('sample.as_of')::date - 60 - pg_temp.pick(n, s.seed + 3, 300)
FROM (SELECT current_setting('sample.seed')::bigint * 1000 AS seed) s
  CROSS JOIN LATERAL generate_series($1::bigint, $2::bigint) n
ORDER BY n
