-- $1 … $2: that part of the reservations. What the back office did says so.
INSERT INTO randevoo.reservation_state_history
  (reservation_id, id, from_state, to_state, at, origin, reason)
OVERRIDING SYSTEM VALUE
SELECT r.id, r.id * 3 + h.step, h.from_state, h.to_state, h.at,
  CASE WHEN h.to_state IN ('held', 'revoked') THEN 'reeve' ELSE 'app' END, h.reason
FROM sample_reservation r
  CROSS JOIN LATERAL (VALUES
    (0, NULL, 'pending', r.requested_at, NULL),
    (1, 'pending', nullif(r.first_state, 'pending'), r.answered_at, r.first_reason),
    (2, r.first_state, r.last_state, r.ended_at, r.last_reason))
    h (step, from_state, to_state, at, reason)
WHERE r.id > (SELECT pg_temp.part($1::bigint - 1)) AND r.id <= (SELECT pg_temp.part($2::bigint))
  AND h.to_state IS NOT NULL
ORDER BY r.id, h.step
