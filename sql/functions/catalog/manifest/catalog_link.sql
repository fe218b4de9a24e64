CREATE OR REPLACE FUNCTION reeve.catalog_link(pattern text, key text) RETURNS text
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT replace(pattern, '{key}', (
    SELECT string_agg(CASE WHEN chr(b.code) ~ '[A-Za-z0-9._~-]' THEN chr(b.code)
      ELSE '%' || upper(lpad(to_hex(b.code), 2, '0')) END, '' ORDER BY b.place)
    FROM (SELECT convert_to(key, 'UTF8')) own(bytes)
    CROSS JOIN LATERAL (
      SELECT i, get_byte(own.bytes, i)
      FROM generate_series(0, octet_length(own.bytes) - 1) i) b(place, code)))
$$;

COMMENT ON FUNCTION reeve.catalog_link(text, text) IS
  'The URL of a row by the link of its collection, its key percent-encoded.';
