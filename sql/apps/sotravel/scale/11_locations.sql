-- $1 … $2: half of those who are on an active trip share where they are.
INSERT INTO sotravel.locations (user_id, trip_id, latitude, longitude, seen_at, ends_at)
SELECT u.id, t.id, p.latitude + (pg_temp.pick(u.id, o.seed + 22, 2000) - 1000) * 0.00007,
  p.longitude + (pg_temp.pick(u.id, o.seed + 23, 2000) - 1000) * 0.00007,
  o.at - pg_temp.pick(u.id, o.seed + 24, 600) * interval '1 second', t.ends_at
FROM sample o
  CROSS JOIN sotravel.users u
  JOIN sotravel.trips t ON t.id = u.current_trip_id AND t.starts_at <= o.at AND o.at < t.ends_at
  JOIN sample_place p ON p.place = t.place
WHERE u.id BETWEEN $1::bigint AND $2::bigint AND u.blocked_until IS NULL
  AND pg_temp.pick(u.id, o.seed + 25, 2) = 0
ORDER BY u.id
