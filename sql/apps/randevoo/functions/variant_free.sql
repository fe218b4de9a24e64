CREATE OR REPLACE FUNCTION randevoo.variant_free(variant bigint) RETURNS bigint
LANGUAGE sql STABLE AS $body$
  SELECT v.stock - (SELECT coalesce(sum(i.quantity), 0) FROM randevoo.reservation_items i
      JOIN randevoo.reservations r ON r.id = i.reservation_id
    WHERE i.variant_id = v.id AND r.state IN ('pending', 'approved'))
  FROM randevoo.product_variants v WHERE v.id = variant_free.variant
$body$;

COMMENT ON FUNCTION randevoo.variant_free(bigint) IS
'Pieces of a variant that no pending or approved reservation holds; below 0 if the stock was lowered
afterwards. NULL for an unknown one.';

GRANT EXECUTE ON FUNCTION randevoo.variant_free(bigint) TO randevoo_app;
