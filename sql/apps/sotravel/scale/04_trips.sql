INSERT INTO sotravel.trips
  (id, legacy_id, title, place, map_kind, starts_at, ends_at, image_url, created_at)
OVERRIDING SYSTEM VALUE
SELECT n, 't' || n, p.title, p.place, p.map_kind, s.starts_at, s.starts_at + interval '9 days',
  format('https://photos.example/t/%s.jpg', n), s.starts_at - interval '40 days'
FROM sample o
  CROSS JOIN LATERAL generate_series(1, o.trips) n
  JOIN sample_place p ON p.nr = pg_temp.pick(n, o.seed + 11, 10)
  CROSS JOIN LATERAL (SELECT pg_temp.starts(n, o.at)) s (starts_at)
ORDER BY n;
