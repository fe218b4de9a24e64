CREATE OR REPLACE FUNCTION randevoo.product_photos_set(
  owner bigint, product bigint, urls text[], at timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, randevoo, pg_temp AS $body$
#variable_conflict use_column
BEGIN
  PERFORM randevoo.user_admit(owner, at), randevoo.product_owned(product, owner);
  DELETE FROM randevoo.product_photos o WHERE o.product_id = product;
  INSERT INTO randevoo.product_photos (product_id, position, url)
  SELECT product, u.place, u.url FROM unnest(urls) WITH ORDINALITY u(url, place);
END
$body$;

COMMENT ON FUNCTION randevoo.product_photos_set IS
'A product''s photos, in order, as they shall be. RN001, RN002, RN003.';

GRANT EXECUTE ON FUNCTION randevoo.product_photos_set TO randevoo_app;
