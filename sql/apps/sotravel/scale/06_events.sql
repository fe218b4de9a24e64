-- $1 … $2: events by the tenth person, who called to them.
INSERT INTO sotravel.events
  (id, legacy_id, trip_id, author_id, title, details, place, latitude, longitude, starts_at,
   ends_at, status, created_at)
OVERRIDING SYSTEM VALUE
SELECT n / 10, 'e' || n / 10, t.id, n, pg_temp.outing(n, o.seed + 13),
  'Bring water. We are back before dark.', t.place,
  p.latitude + (pg_temp.pick(n, o.seed + 14, 2000) - 1000) * 0.00005,
  p.longitude + (pg_temp.pick(n, o.seed + 15, 2000) - 1000) * 0.00005,
  s.starts_at, s.starts_at + interval '3 hours',
  CASE WHEN pg_temp.pick(n, o.seed + 16, 40) = 0 THEN 'cancelled'
    WHEN s.starts_at < o.at - interval '4 hours' THEN 'finished' ELSE 'planned' END,
  t.created_at
FROM sample o
  CROSS JOIN LATERAL generate_series(($1::bigint + 9) / 10 * 10, $2::bigint, 10) n
  JOIN sotravel.trips t ON t.id = pg_temp.trip(n)
  JOIN sample_place p ON p.place = t.place
  CROSS JOIN LATERAL (
    SELECT t.starts_at + pg_temp.pick(n, o.seed + 17, 200) * interval '1 hour') s (starts_at)
ORDER BY n
