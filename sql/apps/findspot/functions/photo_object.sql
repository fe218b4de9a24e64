CREATE OR REPLACE FUNCTION findspot.photo_object(url text) RETURNS text
LANGUAGE plpgsql IMMUTABLE AS $body$
DECLARE
  encoded text := substring(url FROM CASE
    WHEN starts_with(url, 'https://storage.googleapis.com/')
      THEN '^https://storage\.googleapis\.com/[^/]+/([^?#]+)'
    WHEN starts_with(url, 'https://firebasestorage.googleapis.com/v0/b/')
      THEN '^https://firebasestorage\.googleapis\.com/v0/b/[^/]+/o/([^?#]+)' END);
BEGIN
  IF encoded IS NULL THEN
    RETURN coalesce(substring(url FROM '^gs://[^/]+/(.+)$'),
      substring(url FROM '^places(?:Images)?/.+$'));
  ELSIF strpos(encoded, '%') = 0 THEN
    RETURN encoded;
  END IF;
  -- Around the whole function, the block would cost each address a subtransaction.
  BEGIN
    RETURN convert_from(decode(string_agg(CASE WHEN m.hit[1] ~ '^%..' THEN substr(m.hit[1], 2)
      ELSE encode(convert_to(m.hit[1], 'UTF8'), 'hex') END, '' ORDER BY m.place), 'hex'), 'UTF8')
    FROM regexp_matches(encoded, '%[0-9A-Fa-f]{2}|.', 'g') WITH ORDINALITY m(hit, place);
  EXCEPTION WHEN data_exception THEN
    RETURN NULL;
  END;
END
$body$;

COMMENT ON FUNCTION findspot.photo_object(text) IS
'The object of the bucket at an address: that of a download, of the bucket or gs://, or its own
path. NULL for any other.';
