-- $1 … $2: students by id; five assignments each, one of no course.
INSERT INTO lode.assignments (id, student_id, identifier, course_id, title, due_at, changed_at)
SELECT n * 5 + k, n, md5(n || ' work ' || k)::uuid, CASE WHEN k > 0 THEN n * 10 + k END,
  pg_temp.pick_from('{Esercizi,Relazione,Progetto,Tesina}', n * 20 + k, s.seed + 15),
  current_setting('sample.as_of')::date
    + interval '23 hours' + (pg_temp.pick(n * 20 + k, s.seed + 16, 80) - 40) * interval '1 day',
  current_setting('sample.as_of')::date - 20
FROM (SELECT current_setting('sample.seed')::bigint * 1000 AS seed) s
  CROSS JOIN LATERAL generate_series($1::bigint, $2::bigint) n
  CROSS JOIN LATERAL generate_series(0, 4) k
WHERE n % 100 > 0
ORDER BY n, k
