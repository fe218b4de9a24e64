-- $1 … $2: places by id; two favourites each.
INSERT INTO findspot.favourites (id, user_id, place_id, legacy_key, created_at)
SELECT n * 2 + k,
  -- Two users that are never the same, where there are two.
  1 + (pg_temp.pick(n, s.seed + 14, s.users) + k * greatest(1, s.users / 2)) % s.users,
  n, format('new/scale/%s/%s', n, k), current_setting('sample.as_of')::date - 20
FROM (SELECT current_setting('sample.seed')::bigint * 1000 AS seed,
    ((current_setting('sample.scale')::bigint + 3) / 4)::integer AS users) s
  CROSS JOIN LATERAL generate_series($1::bigint, $2::bigint) n
  CROSS JOIN LATERAL generate_series(0, least(1, s.users - 1)) k
ORDER BY n, k
