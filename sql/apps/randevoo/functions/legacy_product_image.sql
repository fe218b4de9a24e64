CREATE OR REPLACE FUNCTION randevoo.legacy_product_image(product bigint) RETURNS jsonb
LANGUAGE sql STABLE AS $body$
  SELECT jsonb_build_object('name', p.name, 'description', p.description, 'category', p.category,
    'collection', p.collection, 'price', p.price, 'offered', p.is_offered,
    'gone', p.deleted_at IS NOT NULL,
    'photos', (SELECT coalesce(jsonb_agg(f.url ORDER BY f.position), '[]')
      FROM randevoo.product_photos f WHERE f.product_id = p.id),
    'stock', (SELECT coalesce(jsonb_agg(jsonb_build_array(v.size, v.colour, v.stock)
        ORDER BY v.size COLLATE "C", v.colour COLLATE "C"), '[]')
      FROM randevoo.product_variants v WHERE v.product_id = p.id AND v.stock > 0))
  FROM randevoo.products p WHERE p.id = product
$body$;

COMMENT ON FUNCTION randevoo.legacy_product_image(bigint) IS
'What an import says of a product, as it is now; compared with legacy_products.taken, it tells
whether somebody has changed the product since.';
