-- $1 … $2: students by id; ten courses each.
INSERT INTO lode.courses
  (id, student_id, identifier, name, credits, icon, expected, final, is_laude, changed_at)
SELECT n * 10 + k, n, md5(n || ' course ' || k)::uuid, pg_temp.subject(n * 20 + k, s.seed + 4),
  c.credits, pg_temp.pick_from('{book,flask,globe,laptop,scale}', n * 20 + k, s.seed + 5),
  CASE WHEN pg_temp.pick(n * 20 + k, s.seed + 6, 5) > 0
    THEN 20 + pg_temp.pick(n * 20 + k, s.seed + 7, 11) END,
  f.final, coalesce(f.final = 30 AND pg_temp.pick(n * 20 + k, s.seed + 8, 3) = 0, FALSE),
  current_setting('sample.as_of')::date - 20
FROM (SELECT current_setting('sample.seed')::bigint * 1000 AS seed) s
  CROSS JOIN LATERAL generate_series($1::bigint, $2::bigint) n
  CROSS JOIN LATERAL generate_series(0, 9) k
  CROSS JOIN LATERAL (SELECT 3 * (1 + pg_temp.pick(n * 20 + k, s.seed + 10, 4))) c (credits)
  CROSS JOIN LATERAL (SELECT CASE WHEN pg_temp.pick(n * 20 + k, s.seed + 11, 3) > 0
    THEN 18 + pg_temp.pick(n * 20 + k, s.seed + 12, 13) END) f (final)
WHERE n % 100 > 0
ORDER BY n, k
