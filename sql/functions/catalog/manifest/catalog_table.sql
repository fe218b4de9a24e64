CREATE OR REPLACE FUNCTION reeve.catalog_table(manifest jsonb, collection text) RETURNS text
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT format('%I.%I',
    coalesce(manifest #>> ARRAY['collections', collection, 'schema'], manifest ->> 'schema'),
    manifest #>> ARRAY['collections', collection, 'table'])
$$;

COMMENT ON FUNCTION reeve.catalog_table(jsonb, text) IS 'Quoted schema and table of a collection.';
