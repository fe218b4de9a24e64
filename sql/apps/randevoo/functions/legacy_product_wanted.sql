CREATE OR REPLACE FUNCTION randevoo.legacy_product_wanted()
RETURNS TABLE(legacy_id text, product_id bigint, taken jsonb, image jsonb)
LANGUAGE sql STABLE AS $body$
  WITH filed AS (
    -- The first of several collections that have it.
    SELECT DISTINCT ON (i.product) i.product, c.name
    FROM randevoo.legacy_collections c CROSS JOIN jsonb_array_elements_text(c.products) i(product)
    ORDER BY i.product, c.legacy_id COLLATE "C"
  )
  SELECT l.legacy_id, p.id, t.taken,
    jsonb_build_object('name', l.name, 'description', l.description,
      'category', coalesce(k.name, 'other'), 'collection', f.name, 'price', l.price,
      'offered', l.is_available AND NOT l.is_sold,
      -- The former app took all products of a banned store off: the ban does that here.
      'gone', NOT l.is_active AND NOT s.was_banned AND NOT u.was_banned,
      'photos', (SELECT coalesce(jsonb_agg(p.url ORDER BY p.place), '[]')
        FROM randevoo.legacy_photos(l.photos) p),
      'stock', (SELECT coalesce(jsonb_agg(jsonb_build_array(v.size, v.colour, v.pieces)
          ORDER BY v.size COLLATE "C", v.colour COLLATE "C"), '[]')
        FROM randevoo.legacy_variants(l.variants) v WHERE v.pieces > 0))
  FROM randevoo.legacy_products l
    JOIN randevoo.stores s ON s.id = l.store_id
    JOIN randevoo.users u ON u.id = s.owner_id AND NOT u.is_erased
    LEFT JOIN randevoo.legacy_subcategories k ON k.legacy_id = l.subcategory
    LEFT JOIN randevoo.products p ON p.legacy_id = l.legacy_id
    LEFT JOIN randevoo.legacy_taken t ON t.kind = 'product' AND t.legacy_id = l.legacy_id
    LEFT JOIN filed f ON f.product = l.legacy_id
$body$;

COMMENT ON FUNCTION randevoo.legacy_product_wanted() IS
'What products shall be by the documents of the former app, in the form of legacy_product_image.';
