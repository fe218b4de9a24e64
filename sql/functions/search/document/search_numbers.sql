CREATE OR REPLACE FUNCTION reeve.search_numbers(ranges text[], form text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT coalesce(string_agg(replace(form, '%', n::text), '' ORDER BY n), '')
  FROM generate_series(1, cardinality(ranges)) n
$$;

COMMENT ON FUNCTION reeve.search_numbers(text[], text) IS
  'A piece of a statement for each of a generation''s ranges, whose column is n1, n2, …: with its '
  'number for %.';
