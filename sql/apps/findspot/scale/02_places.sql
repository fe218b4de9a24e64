-- $1 … $2: places by id.
INSERT INTO findspot.places
  (id, legacy_key, legacy_path, name, description, city, latitude, longitude, author_id,
   created_at)
SELECT p.n, findspot.legacy_key(p.latitude), 'places/scale/' || p.n, p.name, p.description, p.city,
  p.latitude, p.longitude,
  1 + pg_temp.pick(p.n, p.seed + 6, ((p.scale + 3) / 4)::integer),
  current_setting('sample.as_of')::date - 30 - pg_temp.pick(p.n, p.seed + 7, 600)
FROM (
  SELECT n, s.seed, s.scale, pg_temp.pick_from(c.sights, n, s.seed + 8) || ' ' || n AS name,
    pg_temp.pick_from(c.words, n, s.seed + 9) AS description,
    pg_temp.pick_from(c.names, n, s.seed + 10) AS city,
    round(c.latitude + (pg_temp.pick(n, s.seed + 18, 600000) - 300000) * 0.000001, 6) AS latitude,
    round(c.longitude + (pg_temp.pick(n, s.seed + 11, 600000) - 300000) * 0.000001, 6)
      AS longitude
  FROM (SELECT current_setting('sample.seed')::bigint * 1000 AS seed,
      current_setting('sample.scale')::bigint AS scale) s
    CROSS JOIN LATERAL generate_series($1::bigint, $2::bigint) n
    JOIN sample_city c ON c.nr = pg_temp.pick(n, s.seed + 12, 12)) p
ORDER BY p.n
