CREATE OR REPLACE FUNCTION randevoo.store_listing(at timestamptz) RETURNS SETOF randevoo.stores
LANGUAGE sql STABLE AS $body$
  SELECT s.* FROM randevoo.stores s JOIN randevoo.users u ON u.id = s.owner_id
  WHERE randevoo.at_require(store_listing.at) AND (s.hidden_until > store_listing.at) IS NOT TRUE
    AND (u.blocked_until > store_listing.at) IS NOT TRUE
$body$;

COMMENT ON FUNCTION randevoo.store_listing(timestamptz) IS
'Stores that customers see: neither hidden nor of a blocked owner. In no order; filter the rows.';

GRANT EXECUTE ON FUNCTION randevoo.store_listing(timestamptz) TO randevoo_app;
