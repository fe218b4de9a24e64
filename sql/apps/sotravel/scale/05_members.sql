-- $1 … $2: people by id; the first two of each trip host it.
INSERT INTO sotravel.trip_members (trip_id, user_id, role, joined_at)
SELECT pg_temp.trip(n), n, CASE WHEN (n - 1) % 600 < 2 THEN 'host' ELSE 'traveller' END,
  pg_temp.starts(pg_temp.trip(n), o.at) - pg_temp.pick(n, o.seed + 12, 40) * interval '1 day'
FROM sample o CROSS JOIN LATERAL generate_series($1::bigint, $2::bigint) n
ORDER BY n
