CREATE OR REPLACE FUNCTION randevoo.favourite_set(
  customer bigint, product bigint, is_favourite boolean, at timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, randevoo, pg_temp AS $body$
BEGIN
  PERFORM randevoo.user_admit(customer, at),
    randevoo.require(is_favourite IS NOT NULL, 'is_favourite is true or false');
  IF NOT is_favourite THEN
    DELETE FROM randevoo.favourites f WHERE f.user_id = customer AND f.product_id = product;
    RETURN;
  ELSIF NOT EXISTS (SELECT FROM randevoo.product_listing(at) p WHERE p.id = product) THEN
    RAISE EXCEPTION 'product % is not on offer', product USING ERRCODE = 'RN009';
  END IF;
  INSERT INTO randevoo.favourites (user_id, product_id, added_at) VALUES (customer, product, at)
  ON CONFLICT DO NOTHING;
END
$body$;

COMMENT ON FUNCTION randevoo.favourite_set IS
'Whether a customer likes a product; setting what is set already changes nothing. RN001: no such
customer; RN009: to like, the product must be on offer.';

GRANT EXECUTE ON FUNCTION randevoo.favourite_set TO randevoo_app;
