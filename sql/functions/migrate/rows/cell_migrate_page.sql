-- Runs as the app's writer, inside a cell.
CREATE OR REPLACE FUNCTION reeve.cell_migrate_page(
  statements jsonb, low text[], size int, with_keys boolean)
RETURNS TABLE(high text[], keys text[])
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET enable_seqscan = off
AS $$
BEGIN
  EXECUTE statements ->> 'page' INTO high USING low, size;
  IF with_keys THEN
    EXECUTE statements ->> 'keys' INTO keys USING low, high;
  END IF;
  RETURN NEXT;
END
$$;

COMMENT ON FUNCTION reeve.cell_migrate_page(jsonb, text[], int, boolean) IS
  'Inside a cell: the key of the live table''s row that comes this many rows after a key, NULL if '
  'fewer are left, and with_keys those of the rows up to it, as the change log holds them. NULL: '
  'high, keys.';

GRANT EXECUTE ON FUNCTION reeve.cell_migrate_page(jsonb, text[], int, boolean) TO reeve_access;
