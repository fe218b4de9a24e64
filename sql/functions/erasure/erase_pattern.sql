CREATE OR REPLACE FUNCTION reeve.erase_pattern(said text) RETURNS text
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT '%' || regexp_replace(lower(said), E'[\\\\%_]', E'\\\\\\&', 'g') || '%'
$$;

COMMENT ON FUNCTION reeve.erase_pattern(text) IS
  'A pattern of LIKE for texts in lower case that contain this one, in any case.';
