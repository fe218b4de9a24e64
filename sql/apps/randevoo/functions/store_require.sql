CREATE OR REPLACE FUNCTION randevoo.store_require(
  name text, city text, district text, latitude double precision, longitude double precision,
  kind text DEFAULT 'boutique', about text DEFAULT '') RETURNS void
LANGUAGE plpgsql IMMUTABLE AS $body$
BEGIN
  PERFORM randevoo.text_require(name, 'name', 1, 200), randevoo.text_require(kind, 'kind', 1, 100),
    randevoo.text_require(about, 'about', 0, 10000), randevoo.text_require(city, 'city', 1, 200),
    randevoo.text_require(coalesce(district, ''), 'district', 0, 200);
  IF num_nonnulls(latitude, longitude) > 0 THEN
    PERFORM randevoo.place_require(latitude, longitude);
  END IF;
END
$body$;

COMMENT ON FUNCTION randevoo.store_require IS
'Raises RN012 unless a store may be described so.';
