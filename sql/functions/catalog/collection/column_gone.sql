CREATE OR REPLACE FUNCTION reeve.column_gone(name text, new_name text DEFAULT NULL) RETURNS text
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT format('gone (was %s)', name) || coalesce(', now ' || new_name, '')
$$;

COMMENT ON FUNCTION reeve.column_gone(text, text) IS
  'The text shown in place of a column that no longer exists.';
