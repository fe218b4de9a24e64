CREATE OR REPLACE FUNCTION reeve.search_filters(search jsonb) RETURNS text[]
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT ARRAY(
    SELECT DISTINCT n
    FROM unnest(reeve.catalog_columns(search -> 'filters')
      || reeve.catalog_columns(search -> 'facets')) n
    ORDER BY n)
$$;

COMMENT ON FUNCTION reeve.search_filters(jsonb) IS
  'The columns that a search declaration allows as filters: filters and facets.';
