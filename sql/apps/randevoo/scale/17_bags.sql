-- $1 … $2: users by id; one in three means to reserve something.
INSERT INTO randevoo.bag_items (user_id, variant_id, quantity, added_at)
SELECT u, pg_temp.pick(u, o.seed + 107, o.scale::integer) * 8::bigint + 1,
  1 + (pg_temp.pick(u, o.seed + 108, 10) = 0)::integer,
  o.at - pg_temp.pick(u, o.seed + 109, 20000) * interval '1 minute'
FROM sample o CROSS JOIN LATERAL generate_series($1::bigint, $2::bigint) u
WHERE pg_temp.pick(u, o.seed + 110, 3) = 0
ORDER BY u
