-- Runs as the app's writer, inside a cell.
CREATE OR REPLACE FUNCTION reeve.cell_migrate_rows(statement text, keys text[])
RETURNS TABLE(key text, "row" jsonb)
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN QUERY EXECUTE statement USING keys;
END
$$;

COMMENT ON FUNCTION reeve.cell_migrate_rows(text, text[]) IS
  'Inside a cell: reads rows of the live table by their keys, as in reeve.migrate_rows.';

GRANT EXECUTE ON FUNCTION reeve.cell_migrate_rows(text, text[]) TO reeve_access;
