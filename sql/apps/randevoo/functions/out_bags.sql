CREATE OR REPLACE FUNCTION randevoo.out_bags() RETURNS TABLE(path text[], document jsonb)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, randevoo, pg_temp AS $body$
  SELECT ARRAY['bags', k.key], jsonb_build_object('id', k.key, 'userId', u.key, 'productId', t.key,
    'variant', jsonb_build_object('size', v.size, 'color', v.colour, 'quantity', b.quantity))
  FROM randevoo.bag_items b
    JOIN randevoo.product_variants v ON v.id = b.variant_id
    JOIN randevoo.legacy_people() u ON u.id = b.user_id
    JOIN randevoo.legacy_things() t ON t.id = v.product_id
    CROSS JOIN LATERAL (SELECT coalesce(
      (SELECT min(l.legacy_id COLLATE "C") FROM randevoo.legacy_bags l
        WHERE l.user_id = b.user_id AND l.product_id = v.product_id AND l.size = v.size
          AND l.colour = v.colour),
      left(md5(concat_ws('/', 'bags', u.key, t.key, v.size, v.colour)), 20)) AS key) k
$body$;

COMMENT ON FUNCTION randevoo.out_bags() IS
'For reeve move --out: what people mean to reserve.';
