CREATE OR REPLACE FUNCTION randevoo.product_listing(at timestamptz)
RETURNS SETOF randevoo.products
LANGUAGE sql STABLE AS $body$
  SELECT p.* FROM randevoo.products p
    JOIN randevoo.store_listing(product_listing.at) s ON s.id = p.store_id
  WHERE randevoo.at_require(product_listing.at) AND p.is_offered
    AND (p.hidden_until > product_listing.at) IS NOT TRUE
    AND (p.deleted_at <= product_listing.at) IS NOT TRUE
$body$;

COMMENT ON FUNCTION randevoo.product_listing(timestamptz) IS
'Products that customers see: on offer, neither hidden nor deleted, and of a store that they see. In
no order; filter the rows by store_id, category or id.';

GRANT EXECUTE ON FUNCTION randevoo.product_listing(timestamptz) TO randevoo_app;
