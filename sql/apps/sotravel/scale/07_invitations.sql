-- $1 … $2: three invitations for each person, to events of their trip.
INSERT INTO sotravel.invitations
  (id, event_id, user_id, invited_by, audience, status, invited_at, ends_at, answered_at)
OVERRIDING SYSTEM VALUE
SELECT n * 3 - k, e.id, n, e.author_id, 'friends',
  CASE a.draw WHEN 0 THEN 'not_going' WHEN 1 THEN
      CASE e.status WHEN 'finished' THEN 'expired' WHEN 'cancelled' THEN 'withdrawn'
        ELSE 'pending' END
    ELSE 'going' END,
  e.created_at, e.ends_at, CASE WHEN a.draw <> 1 THEN e.created_at + interval '2 hours' END
FROM sample o
  CROSS JOIN LATERAL generate_series($1::bigint, $2::bigint) n
  CROSS JOIN generate_series(0, 2) k
  JOIN sotravel.events e
    ON e.id = (pg_temp.trip(n) - 1) * 60 + 1 + (pg_temp.pick(n, o.seed + 18, 60) + 7 * k) % 60
    AND e.author_id <> n
  CROSS JOIN LATERAL (SELECT pg_temp.pick(n * 3 + k, o.seed + 19, 4)) a (draw)
ORDER BY n, k
