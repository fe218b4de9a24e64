-- PL/pgSQL reserves words that SQL, and so format, does not.
CREATE OR REPLACE FUNCTION reeve.migrate_fields(body text) RETURNS text
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT regexp_replace(body, E'\\m(NEW|OLD|given)\\.(begin|by|declare|execute|foreach|if|loop|'
    'strict|while)\\M', E'\\1."\\2"', 'g')
$$;

COMMENT ON FUNCTION reeve.migrate_fields(text) IS
  'The body of a generated trigger function with quotes around the columns of its rows whose names '
  'PL/pgSQL reserves and SQL does not, such as by.';
