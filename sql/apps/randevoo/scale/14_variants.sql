-- $1 … $2: products by id. A shop has what it has promised, and a little more.
INSERT INTO randevoo.product_variants (id, product_id, size, colour, stock)
OVERRIDING SYSTEM VALUE
SELECT (p.id - 1) * 8 + v.nr, p.id, v.size, v.colour,
  pg_temp.pick((p.id - 1) * 8 + v.nr, o.seed + 100, 7) + coalesce(i.reserved, 0)
FROM sample o
  CROSS JOIN randevoo.products p
  CROSS JOIN LATERAL (
    SELECT s.size, c.colour, row_number() OVER (ORDER BY s.place, c.place) AS nr
    FROM unnest(CASE WHEN p.sizes = '{}' THEN '{""}' ELSE p.sizes END)
        WITH ORDINALITY s (size, place)
      CROSS JOIN unnest(p.colours) WITH ORDINALITY c (colour, place)) v
  LEFT JOIN sample_reserved i ON i.variant_id = (p.id - 1) * 8 + v.nr
WHERE p.id BETWEEN $1::bigint AND $2::bigint
ORDER BY p.id, v.nr
