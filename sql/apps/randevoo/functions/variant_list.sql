CREATE OR REPLACE FUNCTION randevoo.variant_list(product bigint)
RETURNS TABLE (variant bigint, size text, colour text, stock integer, free bigint)
LANGUAGE sql STABLE AS $body$
  SELECT v.id, v.size, v.colour, v.stock, randevoo.variant_free(v.id)
  FROM randevoo.product_variants v JOIN randevoo.products p ON p.id = v.product_id
  WHERE v.product_id = variant_list.product AND p.deleted_at IS NULL
  ORDER BY v.id
$body$;

COMMENT ON FUNCTION randevoo.variant_list(bigint) IS
'A product''s variants with size and colour ('''' where the product has none), the pieces in the
shop, and how many of them no pending or approved reservation holds; also of a product that is
hidden.';

GRANT EXECUTE ON FUNCTION randevoo.variant_list(bigint) TO randevoo_app;
