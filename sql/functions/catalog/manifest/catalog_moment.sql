CREATE OR REPLACE FUNCTION reeve.catalog_moment(expression text) RETURNS text
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT regexp_replace(expression, E'\\$at\\y', 'statement_timestamp()', 'g')
$$;

COMMENT ON FUNCTION reeve.catalog_moment(text) IS
  'An expression of a catalog evaluated now, outside of any action: $at is the server''s clock.';
