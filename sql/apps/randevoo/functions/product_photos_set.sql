CREATE OR REPLACE FUNCTION randevoo.product_photos_set(
  owner bigint, product bigint, urls text[], at timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, randevoo, pg_temp AS $body$
BEGIN
  PERFORM randevoo.user_admit(owner, at), randevoo.product_owned(product, owner);
  PERFORM randevoo.require((
      SELECT count(*) <= 50
        AND coalesce(bool_and((char_length(u) BETWEEN 1 AND 2000) IS TRUE), TRUE)
      FROM unnest(urls) u), 'urls are at most 50 texts of 1 to 2000 characters');
  -- Two calls at once set one after the other.
  PERFORM FROM randevoo.products p WHERE p.id = product FOR NO KEY UPDATE;
  DELETE FROM randevoo.product_photos o WHERE o.product_id = product;
  INSERT INTO randevoo.product_photos (product_id, position, url)
  SELECT product, u.place, u.url FROM unnest(urls) WITH ORDINALITY u(url, place);
END
$body$;

COMMENT ON FUNCTION randevoo.product_photos_set IS
'A product''s photos, in order, as they shall be: at most 50 URLs of 1 to 2000 characters; NULL or
none takes all away.';

GRANT EXECUTE ON FUNCTION randevoo.product_photos_set TO randevoo_app;
