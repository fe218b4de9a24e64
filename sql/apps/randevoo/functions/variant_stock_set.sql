CREATE OR REPLACE FUNCTION randevoo.variant_stock_set(
  owner bigint, variant bigint, stock integer, at timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, randevoo, pg_temp AS $body$
DECLARE
  product bigint := (
    SELECT v.product_id FROM randevoo.product_variants v WHERE v.id = variant);
BEGIN
  PERFORM randevoo.user_admit(owner, at), randevoo.product_owned(product, owner);
  PERFORM randevoo.require(variant_stock_set.stock >= 0, 'stock is 0 or more');
  PERFORM FROM randevoo.stores s
  WHERE s.id = (SELECT p.store_id FROM randevoo.products p WHERE p.id = product)
  FOR NO KEY UPDATE;
  UPDATE randevoo.product_variants v SET stock = variant_stock_set.stock WHERE v.id = variant;
  PERFORM randevoo.stock_fits(ARRAY[variant]);
END
$body$;

COMMENT ON FUNCTION randevoo.variant_stock_set IS
'How many pieces of a size and colour there are, 0 or more. RN008: more are reserved.';

GRANT EXECUTE ON FUNCTION randevoo.variant_stock_set TO randevoo_app;
