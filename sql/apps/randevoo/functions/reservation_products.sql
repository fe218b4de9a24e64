CREATE OR REPLACE FUNCTION randevoo.reservation_products(reservation bigint, at timestamptz)
RETURNS TABLE (variant_id bigint, product_id bigint, quantity integer)
LANGUAGE sql STABLE AS $body$
  SELECT i.variant_id, i.product_id, i.quantity
  FROM randevoo.reservation_items i JOIN randevoo.reservations r ON r.id = i.reservation_id
  WHERE randevoo.at_require(reservation_products.at)
    AND i.reservation_id = reservation_products.reservation
    AND (r.state NOT IN ('pending', 'held') OR EXISTS (
      SELECT FROM randevoo.products p
        JOIN randevoo.store_listing(reservation_products.at) s ON s.id = p.store_id
      WHERE p.id = i.product_id AND (p.hidden_until > reservation_products.at) IS NOT TRUE
        AND (p.deleted_at <= reservation_products.at) IS NOT TRUE))
$body$;

COMMENT ON FUNCTION randevoo.reservation_products(bigint, timestamptz) IS
'A reservation''s variants with their products and quantities; of a pending or held one without
those that are hidden or deleted at that time.';

GRANT EXECUTE ON FUNCTION randevoo.reservation_products(bigint, timestamptz) TO randevoo_app;
