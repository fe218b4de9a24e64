CREATE OR REPLACE FUNCTION reeve.catalog_columns(list jsonb) RETURNS text[]
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT coalesce(array_agg(e.name ORDER BY e.place), '{}')
  FROM jsonb_array_elements_text(
    CASE jsonb_typeof(list) WHEN 'array' THEN list WHEN 'string' THEN jsonb_build_array(list)
      ELSE '[]' END) WITH ORDINALITY e(name, place)
$$;

COMMENT ON FUNCTION reeve.catalog_columns(jsonb) IS
  'A list of names from a manifest (a single name may come without brackets).';
