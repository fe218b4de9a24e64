CREATE OR REPLACE FUNCTION reeve.search_config(search jsonb) RETURNS regconfig
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp
AS $$
  SELECT coalesce(search ->> 'language', 'simple')::regconfig
$$;

COMMENT ON FUNCTION reeve.search_config(jsonb) IS
  'How a declaration''s words are stemmed: a text search configuration of PostgreSQL''s own.';
