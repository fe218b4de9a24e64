CREATE OR REPLACE FUNCTION randevoo.heal_products_told() RETURNS SETOF text LANGUAGE sql STABLE
AS $body$
  WITH l AS MATERIALIZED (
    SELECT d.*, k.row_id, k.taken FROM randevoo.legacy_products d
      JOIN randevoo.legacy_taken k ON k.kind = 'product' AND k.legacy_id = d.legacy_id
  )
  SELECT format('products whose subcategory is not there, filed under other: %s, such as product '
    '%s', count(*), min(l.row_id))
  FROM l
  WHERE NOT EXISTS (SELECT FROM randevoo.legacy_subcategories k WHERE k.legacy_id = l.subcategory)
  HAVING count(*) > 0
  UNION ALL
  SELECT format('products that their shops had deleted: %s, such as product %s', count(*),
    min(l.row_id))
  FROM l WHERE (l.taken ->> 'gone')::boolean HAVING count(*) > 0
  UNION ALL
  SELECT format('products that their shops had taken off: %s, such as product %s; product_offer() '
    'offers them again', count(*), min(l.row_id))
  FROM l WHERE NOT (l.taken ->> 'offered')::boolean AND NOT (l.taken ->> 'gone')::boolean
  HAVING count(*) > 0
  UNION ALL
  SELECT format('photos that are no addresses, or twice in a list: %s, such as of product %s',
    sum(n.lost), min(l.row_id))
  FROM l CROSS JOIN LATERAL (SELECT jsonb_array_length(l.photos) - count(*) AS lost
    FROM randevoo.legacy_photos(l.photos)) n
  WHERE n.lost > 0 HAVING count(*) > 0
  UNION ALL
  SELECT format('products whose pieces are not the sum that the document has: %s, such as product '
    '%s', count(*), min(l.row_id))
  FROM l
  WHERE l.available <> (
    SELECT coalesce(sum((v.value -> 'available')::numeric), 0)
    FROM jsonb_array_elements(l.variants) v(value)
    WHERE jsonb_typeof(v.value) = 'object' AND jsonb_typeof(v.value -> 'available') = 'number')
  HAVING count(*) > 0
  UNION ALL
  SELECT format('products in several collections, of which they have the first: %s, such as '
    'product %s', count(*), min(f.row_id))
  FROM (SELECT l.row_id FROM randevoo.legacy_collections c
      CROSS JOIN jsonb_array_elements_text(c.products) i(product)
      JOIN l ON l.legacy_id = i.product
    GROUP BY l.row_id HAVING count(DISTINCT c.legacy_id) > 1) f
  HAVING count(*) > 0
  UNION ALL
  SELECT format('products that collections name and that are not there: %s, such as %s',
    count(DISTINCT i.product), min(i.product))
  FROM randevoo.legacy_collections c CROSS JOIN jsonb_array_elements_text(c.products) i(product)
  WHERE NOT EXISTS (SELECT FROM l WHERE l.legacy_id = i.product)
  HAVING count(*) > 0
$body$;

COMMENT ON FUNCTION randevoo.heal_products_told() IS
'Part of heal_products: which products are not quite what their documents say.';
