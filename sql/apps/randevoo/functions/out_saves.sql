CREATE OR REPLACE FUNCTION randevoo.out_saves() RETURNS TABLE(path text[], document jsonb)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, randevoo, pg_temp AS $body$
  SELECT ARRAY['saves', k.key], jsonb_build_object('id', k.key, 'userId', u.key,
    'productId', t.key)
  FROM randevoo.favourites f
    JOIN randevoo.legacy_people() u ON u.id = f.user_id
    JOIN randevoo.legacy_things() t ON t.id = f.product_id
    CROSS JOIN LATERAL (SELECT left(md5(concat_ws('/', 'saves', u.key, t.key)), 20) AS key) k
$body$;

COMMENT ON FUNCTION randevoo.out_saves() IS
'For reeve move --out: whose favourites are which products.';
