-- $1 … $2: activities by id, by authors whose accounts are active; a quarter of them past, one in a
-- hundred an old one without a date.
INSERT INTO buckit.activities
  (id, legacy_id, author_id, title, description, photo_url, place, latitude, longitude, happens_at,
   is_legacy, created_at)
OVERRIDING SYSTEM VALUE
SELECT a.n, 'a' || a.n, a.author_id, a.title, a.description,
  format('https://photos.example/b/a/%s.jpg', a.n), a.place, a.latitude, a.longitude,
  CASE WHEN a.n % 100 > 0 THEN a.happens_at END, a.n % 100 = 0, a.created_at
FROM (
  SELECT n, 1 + pg_temp.pick(n, o.seed + 10, o.scale::integer) AS author_id,
    pg_temp.pick_from(w.things, n, o.seed + 11) || ' ' || pg_temp.pick_from(c.spots, n, o.seed + 12)
      || ' ' || n AS title,
    pg_temp.pick_from(w.abouts, n, o.seed + 13) AS description,
    pg_temp.pick_from(c.spots, n, o.seed + 12) || ', ' || c.city AS place,
    c.latitude + (pg_temp.pick(n, o.seed + 14, 100000) - 50000) / 250000.0 AS latitude,
    c.longitude + (pg_temp.pick(n, o.seed + 15, 100000) - 50000) / 250000.0 AS longitude,
    o.at + (pg_temp.pick(n, o.seed + 16, 240) - 60) * interval '1 day' AS happens_at,
    o.at - pg_temp.pick(n, o.seed + 17, 60000) * interval '1 minute' AS created_at
  FROM sample o
    CROSS JOIN LATERAL generate_series($1::bigint, $2::bigint) n
    JOIN sample_city c ON c.nr = pg_temp.pick(n, o.seed + 18, 6)
    JOIN sample_word w ON w.locale = c.locale
  OFFSET 0) a
ORDER BY a.n
