-- $1 … $2: people by id, every hundredth blocked.
INSERT INTO sotravel.users
  (id, legacy_id, name, email, photo_url, locale, time_zone, current_trip_id, blocked_until,
   name_folded, created_at)
OVERRIDING SYSTEM VALUE
SELECT n, 'p' || n, p.name,
  CASE WHEN pg_temp.pick(n, o.seed + 3, 10) > 0 THEN format('traveller%s@mail.example', n) END,
  CASE WHEN pg_temp.pick(n, o.seed + 4, 2) = 0
    THEN format('https://photos.example/p/%s.jpg', n) END,
  pg_temp.pick_from('{en,en,it,fi,fr,ja}', n, o.seed + 5),
  pg_temp.pick_from('{UTC,Europe/Rome,Europe/Helsinki,Europe/Paris,Asia/Tokyo}', n, o.seed + 6),
  pg_temp.trip(n), CASE WHEN pg_temp.pick(n, o.seed + 7, 100) = 0 THEN 'infinity'::timestamptz END,
  lower(normalize(p.name, NFKC)), o.at - (60 + pg_temp.pick(n, o.seed + 8, 900)) * interval '1 day'
FROM sample o
  CROSS JOIN LATERAL generate_series($1::bigint, $2::bigint) n
  CROSS JOIN LATERAL (SELECT CASE pg_temp.pick(n, o.seed + 9, 3000)
    WHEN 0 THEN E'Mallory\x1b[31m' WHEN 1 THEN E'\u202Eecila' WHEN 2 THEN E'Line\nBreak'
    ELSE pg_temp.person(n, o.seed + 1) END OFFSET 0) p (name)
ORDER BY n
