-- $1 … $2: that part of the reservations.
INSERT INTO randevoo.reservations
  (id, customer_id, store_id, slot_start, slot_end, state, state_reason, requested_at, state_at,
   answer_by, held_until, scanned_at)
OVERRIDING SYSTEM VALUE
SELECT r.id, r.customer_id, r.store_id, r.slot_start, r.slot_end,
  coalesce(r.last_state, r.first_state), coalesce(r.last_reason, r.first_reason), r.requested_at,
  coalesce(r.ended_at, CASE r.first_state WHEN 'pending' THEN r.requested_at ELSE r.answered_at END),
  r.answer_by,
  CASE r.first_state WHEN 'held' THEN least(o.at + interval '20 hours', r.slot_start) END,
  CASE r.last_state WHEN 'completed'
    THEN r.slot_start + pg_temp.pick(r.nr, o.seed + 95, 5) * interval '1 minute' END
FROM sample o CROSS JOIN sample_reservation r
WHERE r.id > (SELECT pg_temp.part($1::bigint - 1)) AND r.id <= (SELECT pg_temp.part($2::bigint))
ORDER BY r.id
