-- $1 … $2: that part of the reservations. A third of them want to see a second product.
INSERT INTO randevoo.reservation_items (reservation_id, variant_id, product_id, quantity)
SELECT r.id, (s.product_id - 1) * 8 + 1 + pg_temp.pick(r.id, o.seed + 97, s.variants), s.product_id,
  1 + (pg_temp.pick(r.id, o.seed + 98, 12) = 0)::integer
FROM sample o CROSS JOIN sample_reservation r
  CROSS JOIN LATERAL generate_series(0,
    least(r.products - 1, (pg_temp.pick(r.id, o.seed + 99, 3) = 0)::integer)) k
  JOIN sample_shelf s ON s.store_id = r.store_id
    AND s.place = (pg_temp.pick(r.nr, o.seed + 96, r.products) + k) % r.products
WHERE r.id > (SELECT pg_temp.part($1::bigint - 1)) AND r.id <= (SELECT pg_temp.part($2::bigint))
ORDER BY r.id, k
