CREATE OR REPLACE FUNCTION reeve.search_languages(search jsonb) RETURNS regconfig[]
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT ARRAY(
    SELECT l.name::regconfig
    FROM unnest(reeve.catalog_columns(search -> 'language')) WITH ORDINALITY l(name, place)
    ORDER BY l.place)
$$;

COMMENT ON FUNCTION reeve.search_languages(jsonb) IS
  'The languages of a declaration, as text search configurations of PostgreSQL''s own.';
