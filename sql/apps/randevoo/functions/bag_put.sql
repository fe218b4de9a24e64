CREATE OR REPLACE FUNCTION randevoo.bag_put(
  customer bigint, variant bigint, quantity integer, at timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, randevoo, pg_temp AS $body$
BEGIN
  PERFORM randevoo.user_admit(customer, at),
    randevoo.require(bag_put.quantity BETWEEN 0 AND 1000, 'quantity is 0 to 1000');
  IF quantity = 0 THEN
    DELETE FROM randevoo.bag_items b WHERE b.user_id = customer AND b.variant_id = variant;
    RETURN;
  ELSIF NOT EXISTS (
    SELECT FROM randevoo.product_variants v JOIN randevoo.product_listing(at) p
      ON p.id = v.product_id WHERE v.id = variant)
  THEN
    RAISE EXCEPTION 'variant % is not on offer', variant USING ERRCODE = 'RN009';
  END IF;
  INSERT INTO randevoo.bag_items (user_id, variant_id, quantity, added_at)
  VALUES (customer, variant, bag_put.quantity, at)
  ON CONFLICT (user_id, variant_id) DO UPDATE SET quantity = excluded.quantity;
END
$body$;

COMMENT ON FUNCTION randevoo.bag_put IS
'Puts so many pieces of a variant, 0 to 1000, into a customer''s bag in place of what was there; 0
takes it out. Owners may bag what is their own, and more may be put in than there is: booking
decides, and does not empty the bag. A job takes out what has been there for long. RN001: no such
customer. RN009: no such variant, or its product or store is hidden.';

GRANT EXECUTE ON FUNCTION randevoo.bag_put TO randevoo_app;
