-- $1 … $2: that part of the reservations. As reservation_notify tells; the back office by itself.
INSERT INTO randevoo.notifications (id, user_id, kind, reservation_id, created_at, read_at)
OVERRIDING SYSTEM VALUE
SELECT r.id * 8 + t.nr, CASE t.side WHEN 'store' THEN r.owner_id ELSE r.customer_id END,
  'reservation_' || t.kind, r.id, t.at,
  CASE WHEN t.at < o.at - interval '2 days' THEN t.at + interval '3 hours' END
FROM sample o CROSS JOIN sample_reservation r
  CROSS JOIN LATERAL (VALUES
    (0, 'store', 'requested', r.requested_at, true),
    (1, 'customer', r.first_state, r.answered_at,
      r.first_state NOT IN ('pending', 'held', 'cancelled')),
    (2, 'store', r.first_state, r.answered_at, r.first_state IN ('expired', 'cancelled')),
    (3, 'customer', r.last_state, r.ended_at, r.last_state <> 'revoked'),
    (4, 'store', r.last_state, r.ended_at, r.last_state = 'expired'))
    t (nr, side, kind, at, is_told)
WHERE r.id > (SELECT pg_temp.part($1::bigint - 1)) AND r.id <= (SELECT pg_temp.part($2::bigint))
  AND t.is_told
ORDER BY r.id, t.nr
