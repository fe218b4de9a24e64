-- Runs as the app's writer, inside a cell.
CREATE OR REPLACE FUNCTION reeve.cell_migrate_keys(statements jsonb, low text[], high text[])
RETURNS text[]
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  keys text[];
BEGIN
  EXECUTE statements ->> 'keys' INTO keys USING low, high;
  RETURN keys;
END
$$;

COMMENT ON FUNCTION reeve.cell_migrate_keys(jsonb, text[], text[]) IS
  'Inside a cell: keys of the live table''s rows of a range, as the change log holds them; NULL '
  'where there are none. NULL: result.';

GRANT EXECUTE ON FUNCTION reeve.cell_migrate_keys(jsonb, text[], text[]) TO reeve_access;
