CREATE OR REPLACE FUNCTION reeve.text_masked(words text) RETURNS text
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT regexp_replace(words, E'[^[:space:]<>:,;]+@[^[:space:]<>:,;]+|[0-9]{6,}', '•••', 'g')
$$;

COMMENT ON FUNCTION reeve.text_masked(text) IS
  'A text without what looks like an address or a telephone number.';
