-- $1 … $2: products by id.
INSERT INTO randevoo.product_photos (product_id, position, url)
SELECT p, i, format('https://photos.example/p/%s-%s.jpg', p, i)
FROM sample o
  CROSS JOIN LATERAL generate_series($1::bigint, $2::bigint) p
  CROSS JOIN LATERAL generate_series(1, 1 + pg_temp.pick(p, o.seed + 101, 2)) i
ORDER BY p, i
