CREATE OR REPLACE FUNCTION reeve.search_filters(search jsonb) RETURNS text[]
-- plpgsql, since a function in SQL is planned at each call.
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN CASE WHEN search ?| '{filters,facets}' THEN ARRAY(
    SELECT DISTINCT n COLLATE "C"
    FROM unnest(reeve.catalog_columns(search -> 'filters')
      || reeve.catalog_columns(search -> 'facets')) n
    ORDER BY n COLLATE "C") ELSE '{}' END;
END
$$;

COMMENT ON FUNCTION reeve.search_filters(jsonb) IS
  'The columns that a search declaration allows as filters: filters and facets.';
