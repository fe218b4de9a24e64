CREATE OR REPLACE FUNCTION randevoo.legacy_photos(photos jsonb)
RETURNS TABLE(url text, place bigint)
LANGUAGE sql IMMUTABLE AS $body$
  SELECT p.url, row_number() OVER (ORDER BY min(p.place))
  FROM jsonb_array_elements_text(photos) WITH ORDINALITY p(url, place)
  WHERE p.url ~ '^(https?|gs)://' AND char_length(p.url) <= 2000
  GROUP BY p.url
$body$;

COMMENT ON FUNCTION randevoo.legacy_photos(jsonb) IS
'Photos of a product in an array of the former app, each once, in order, from 1; without what is no
address.';
