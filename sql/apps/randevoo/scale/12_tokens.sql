-- $1 … $2: that part of the reservations. A sample's tokens can be guessed, as they must be the same
-- each time; token_mint's cannot.
INSERT INTO randevoo.reservation_tokens (reservation_id, token, minted_at)
SELECT r.id, sha256(convert_to(format('sample %s %s', o.seed, r.id), 'UTF8')), r.answered_at
FROM sample o CROSS JOIN sample_reservation r
WHERE r.id > (SELECT pg_temp.part($1::bigint - 1)) AND r.id <= (SELECT pg_temp.part($2::bigint))
  AND r.first_state = 'approved'
ORDER BY r.id
