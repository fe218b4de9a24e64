CREATE OR REPLACE FUNCTION reeve.catalog_columns(list jsonb) RETURNS text[]
-- plpgsql, since a function in SQL is planned at each call.
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN CASE jsonb_typeof(list)
    WHEN 'array' THEN ARRAY(
      SELECT e.name FROM jsonb_array_elements_text(list) WITH ORDINALITY e(name, place)
      ORDER BY e.place)
    WHEN 'string' THEN ARRAY[list #>> '{}']
    ELSE '{}' END;
END
$$;

COMMENT ON FUNCTION reeve.catalog_columns(jsonb) IS
  'A list of names from a manifest (a single name may come without brackets).';
