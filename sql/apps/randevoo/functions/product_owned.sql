CREATE OR REPLACE FUNCTION randevoo.product_owned(product bigint, owner bigint) RETURNS void
LANGUAGE plpgsql AS $body$
DECLARE
  store bigint := (
    SELECT p.store_id FROM randevoo.products p WHERE p.id = product AND p.deleted_at IS NULL);
BEGIN
  IF store IS NULL THEN
    RAISE EXCEPTION 'there is no product %', product USING ERRCODE = 'RN001';
  END IF;
  PERFORM randevoo.store_owned(store, owner);
END
$body$;

COMMENT ON FUNCTION randevoo.product_owned(bigint, bigint) IS
'Raises RN001 or RN003 unless the product is there, not deleted, and of a store of that owner.';
