-- Runs as the app's writer, inside a cell.
CREATE OR REPLACE FUNCTION reeve.cell_migrate_page(statements jsonb, low text[], size int)
RETURNS text[]
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  high text[];
BEGIN
  EXECUTE statements ->> 'page' INTO high USING low, size;
  RETURN high;
END
$$;

COMMENT ON FUNCTION reeve.cell_migrate_page(jsonb, text[], int) IS
  'Inside a cell: the key of the live table''s row that comes this many rows after a key; NULL '
  'if fewer are left. NULL: result.';

GRANT EXECUTE ON FUNCTION reeve.cell_migrate_page(jsonb, text[], int) TO reeve_access;
