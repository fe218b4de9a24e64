-- $1 … $2: places by id; one to four photos each.
INSERT INTO findspot.photos (place_id, number, path, size_bytes)
SELECT n, k, format('places/scale/%s/%s.jpg', n, k),
  200000 + pg_temp.pick(n * 4 + k, s.seed + 15, 4000000)
FROM (SELECT current_setting('sample.seed')::bigint * 1000 AS seed) s
  CROSS JOIN LATERAL generate_series($1::bigint, $2::bigint) n
  CROSS JOIN LATERAL generate_series(1, 1 + pg_temp.pick(n, s.seed + 17, 4)) k
ORDER BY n, k
