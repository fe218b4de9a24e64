CREATE OR REPLACE FUNCTION reeve.search_languages(search jsonb) RETURNS regconfig[]
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp
AS $$
  SELECT ARRAY(
    SELECT l.name::regconfig
    FROM jsonb_array_elements_text(CASE jsonb_typeof(search -> 'language')
      WHEN 'array' THEN search -> 'language'
      WHEN 'string' THEN jsonb_build_array(search -> 'language')
      ELSE '[]' END) WITH ORDINALITY l(name, place)
    ORDER BY l.place)
$$;

COMMENT ON FUNCTION reeve.search_languages(jsonb) IS
  'The languages of a declaration, as text search configurations of PostgreSQL''s own.';
