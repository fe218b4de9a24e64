-- $1 … $2: users by id; every other one likes up to four products, one of them among the most liked.
INSERT INTO randevoo.favourites (user_id, product_id, added_at)
SELECT f.user_id, f.product_id, max(f.added_at)
FROM (
  SELECT u AS user_id,
    1 + CASE i WHEN 1 THEN 100 * pg_temp.pick(u, o.seed + 103, ((o.scale + 99) / 100)::integer)
      ELSE pg_temp.pick(u * 10 + i, o.seed + 104, o.scale::integer) END AS product_id,
    o.at - pg_temp.pick(u * 10 + i, o.seed + 105, 43200) * interval '1 minute' AS added_at
  FROM sample o
    CROSS JOIN LATERAL generate_series($1::bigint, $2::bigint) u
    CROSS JOIN LATERAL generate_series(1,
      greatest(0, pg_temp.pick(u, o.seed + 106, 8) - 3)) i) f
GROUP BY f.user_id, f.product_id
ORDER BY f.user_id, f.product_id
