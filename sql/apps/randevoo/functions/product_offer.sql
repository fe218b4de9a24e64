CREATE OR REPLACE FUNCTION randevoo.product_offer(
  owner bigint, product bigint, is_offered boolean, at timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, randevoo, pg_temp AS $body$
BEGIN
  PERFORM randevoo.user_admit(owner, at), randevoo.product_owned(product, owner),
    randevoo.require(product_offer.is_offered IS NOT NULL, 'is_offered is true or false');
  UPDATE randevoo.products p SET is_offered = product_offer.is_offered
  WHERE p.id = product AND p.is_offered <> product_offer.is_offered;
END
$body$;

COMMENT ON FUNCTION randevoo.product_offer IS
'An owner takes a product out of listings, bags and bookings for a while, or offers it again.
Reservations keep it.';

GRANT EXECUTE ON FUNCTION randevoo.product_offer TO randevoo_app;
