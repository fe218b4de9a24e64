CREATE OR REPLACE FUNCTION randevoo.legacy_object(url text) RETURNS text
LANGUAGE plpgsql IMMUTABLE AS $body$
DECLARE
  encoded text := coalesce(
    substring(url FROM '^https://firebasestorage\.googleapis\.com/v0/b/[^/]+/o/([^?#]+)'),
    substring(url FROM '^https://storage\.googleapis\.com/[^/]+/([^?#]+)'));
BEGIN
  IF encoded IS NULL THEN
    RETURN substring(url FROM '^gs://[^/]+/(.+)$');
  END IF;
  RETURN convert_from(decode(string_agg(CASE WHEN m.hit[1] ~ '^%..' THEN substr(m.hit[1], 2)
    ELSE encode(convert_to(m.hit[1], 'UTF8'), 'hex') END, '' ORDER BY m.place), 'hex'), 'UTF8')
  FROM regexp_matches(encoded, '%[0-9A-Fa-f]{2}|.', 'g') WITH ORDINALITY m(hit, place);
EXCEPTION WHEN data_exception THEN
  RETURN NULL;
END
$body$;

COMMENT ON FUNCTION randevoo.legacy_object(text) IS
'The object of the bucket at an address: that of a download, of the bucket or gs://. NULL for any
other.';
