CREATE OR REPLACE FUNCTION sotravel.photo_object(url text) RETURNS text
LANGUAGE plpgsql IMMUTABLE AS $body$
DECLARE
  encoded text := substring(url FROM CASE
    WHEN starts_with(url, 'https://photos.example/') THEN '^https://photos\.example/([^?#]+)'
    WHEN starts_with(url, 'https://storage.googleapis.com/')
      THEN '^https://storage\.googleapis\.com/[^/]+/([^?#]+)'
    WHEN starts_with(url, 'https://firebasestorage.googleapis.com/v0/b/')
      THEN '^https://firebasestorage\.googleapis\.com/v0/b/[^/]+/o/([^?#]+)' END);
  name text;
BEGIN
  IF encoded IS NULL THEN
    name := substring(url FROM '^gs://[^/]+/(.+)$');
  ELSIF strpos(encoded, '%') = 0 THEN
    name := encoded;
  ELSE
    -- Around the whole function, the block would cost each address a subtransaction.
    BEGIN
      name := (
        SELECT convert_from(decode(string_agg(CASE WHEN m.hit[1] ~ '^%..' THEN substr(m.hit[1], 2)
          ELSE encode(convert_to(m.hit[1], 'UTF8'), 'hex') END, '' ORDER BY m.place), 'hex'),
          'UTF8')
        FROM regexp_matches(encoded, '%[0-9A-Fa-f]{2}|.', 'g') WITH ORDINALITY m(hit, place));
    EXCEPTION WHEN data_exception THEN
      RETURN NULL;
    END;
  END IF;
  -- No bucket has longer names.
  RETURN CASE WHEN octet_length(name) <= 1024 THEN name END;
END
$body$;

COMMENT ON FUNCTION sotravel.photo_object(text) IS
'The object of the bucket at an address: that of a download, of the bucket, of the photos'' server
or gs://. NULL for any other.';

CREATE INDEX IF NOT EXISTS users_photo_object
  ON sotravel.users(sotravel.photo_object(photo_url));

CREATE INDEX IF NOT EXISTS trips_photo_object
  ON sotravel.trips(sotravel.photo_object(image_url));
