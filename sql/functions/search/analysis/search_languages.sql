CREATE OR REPLACE FUNCTION reeve.search_languages(g reeve.search_generation) RETURNS regconfig[]
-- plpgsql, since a function in SQL is planned at each call.
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN reeve.catalog_columns(g.declared #> '{search,language}') || g.languages;
END
$$;

COMMENT ON FUNCTION reeve.search_languages(reeve.search_generation) IS
  'The languages of a generation, declared or found in its rows, as text search configurations of '
  'PostgreSQL''s own.';
