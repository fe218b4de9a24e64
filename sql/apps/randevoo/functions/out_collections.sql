CREATE OR REPLACE FUNCTION randevoo.out_collections() RETURNS TABLE(path text[], document jsonb)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, randevoo, pg_temp AS $body$
  WITH filed AS (
    SELECT DISTINCT ON (i.product, c.name) i.product, c.name, c.legacy_id
    FROM randevoo.legacy_collections c CROSS JOIN jsonb_array_elements_text(c.products) i(product)
    ORDER BY i.product, c.name, c.legacy_id COLLATE "C"
  ), thing AS (
    SELECT t.key, t.shop, p.collection, f.legacy_id
    FROM randevoo.products p
      JOIN randevoo.legacy_things() t ON t.id = p.id
      LEFT JOIN filed f ON f.product = t.key AND f.name = p.collection
    WHERE p.collection IS NOT NULL
  ), placed AS (
    -- What is filed under it since joins the others of the store.
    SELECT t.*, coalesce(t.legacy_id,
      min(t.legacy_id COLLATE "C") OVER (PARTITION BY t.shop, t.collection),
      left(md5(concat_ws('/', 'collections', t.shop, t.collection)), 20)) AS id
    FROM thing t
  )
  SELECT ARRAY['collections', p.id], jsonb_build_object('id', p.id, 'name', min(p.collection),
    'businessId', min(p.shop), 'products', jsonb_agg(p.key ORDER BY p.key COLLATE "C"))
  FROM placed p GROUP BY p.id
$body$;

COMMENT ON FUNCTION randevoo.out_collections() IS
'For reeve move --out: collections with their products.';
