CREATE OR REPLACE FUNCTION reeve.search_languages(g reeve.search_generation) RETURNS regconfig[]
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT ARRAY(
    SELECT l.name::regconfig
    FROM unnest(reeve.catalog_columns(g.declared #> '{search,language}') || g.languages)
      WITH ORDINALITY l(name, place)
    ORDER BY l.place)
$$;

COMMENT ON FUNCTION reeve.search_languages(reeve.search_generation) IS
  'The languages of a generation, declared or found in its rows, as text search configurations of '
  'PostgreSQL''s own.';
