CREATE OR REPLACE FUNCTION randevoo.variant_sku_set(
  owner bigint, variant bigint, sku text, at timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, randevoo, pg_temp AS $body$
DECLARE
  product bigint := (
    SELECT v.product_id FROM randevoo.product_variants v WHERE v.id = variant);
BEGIN
  PERFORM randevoo.user_admit(owner, at), randevoo.product_owned(product, owner);
  PERFORM randevoo.require((char_length(variant_sku_set.sku) BETWEEN 1 AND 100) IS NOT FALSE,
    'sku is 1 to 100 characters, or NULL');
  DELETE FROM randevoo.variant_skus k
  WHERE k.variant_id = variant AND k.sku IS DISTINCT FROM variant_sku_set.sku;
  INSERT INTO randevoo.variant_skus (variant_id, product_id, store_id, sku)
  SELECT variant, p.id, p.store_id, variant_sku_set.sku
  FROM randevoo.products p WHERE p.id = product AND variant_sku_set.sku IS NOT NULL
  ON CONFLICT ON CONSTRAINT variant_skus_pkey DO NOTHING;
EXCEPTION WHEN unique_violation THEN
  RAISE EXCEPTION 'another product of the store has the SKU %', variant_sku_set.sku
    USING ERRCODE = 'RN012';
END
$body$;

COMMENT ON FUNCTION randevoo.variant_sku_set IS
'What the store''s inventory system calls a size and colour, 1 to 100 characters; NULL takes that
away. RN012 also if it calls another one of the store so.';

GRANT EXECUTE ON FUNCTION randevoo.variant_sku_set TO randevoo_app;
