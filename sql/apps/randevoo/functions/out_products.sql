CREATE OR REPLACE FUNCTION randevoo.out_products() RETURNS TABLE(path text[], document jsonb)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, randevoo, pg_temp AS $body$
  SELECT ARRAY['products', t.key], jsonb_strip_nulls(jsonb_build_object('id', t.key,
    'businessId', t.shop, 'name', p.name, 'description', p.description, 'price', p.price,
    'subcategoryId', randevoo.legacy_category(p.category),
    'variants', coalesce(v.list, '[]'), 'available', coalesce(v.available, 0),
    'photoUrls', coalesce((SELECT jsonb_agg(f.url ORDER BY f.position)
      FROM randevoo.product_photos f WHERE f.product_id = p.id), '[]'),
    'createdAt', randevoo.legacy_written(p.created_at),
    -- A banned store's have no isActive: among them a deleted one is off offer.
    'isAvailable', p.is_offered AND (p.deleted_at IS NULL OR NOT t.shop_is_banned),
    'isActive', p.deleted_at IS NULL AND NOT t.shop_is_banned,
    'isBanned', p.was_banned
      OR coalesce(p.hidden_until > now(), FALSE) AND NOT t.shop_is_banned))
  FROM randevoo.products p
    JOIN randevoo.legacy_things() t ON t.id = p.id
    LEFT JOIN (
      SELECT o.product_id, sum(f.free) AS available, jsonb_agg(jsonb_build_object('size', o.size,
        'color', o.colour, 'quantity', o.stock, 'available', f.free) ORDER BY o.id) AS list
      FROM randevoo.product_variants o
        JOIN randevoo.products q ON q.id = o.product_id
        LEFT JOIN (SELECT i.variant_id, sum(i.quantity) AS pieces
          FROM randevoo.reservation_items i JOIN randevoo.reservations r ON r.id = i.reservation_id
          WHERE r.state IN ('pending', 'approved') GROUP BY i.variant_id) x ON x.variant_id = o.id
        CROSS JOIN LATERAL (SELECT greatest(o.stock - coalesce(x.pieces, 0), 0) AS free) f
      -- Others are there for reservations alone.
      WHERE o.stock > 0 OR (o.size = '' OR o.size = ANY (q.sizes))
        AND (o.colour = '' OR o.colour = ANY (q.colours))
      GROUP BY o.product_id) v ON v.product_id = p.id
$body$;

COMMENT ON FUNCTION randevoo.out_products() IS
'For reeve move --out: products, those that their owners deleted without isActive.';
