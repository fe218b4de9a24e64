-- Runs as the app's writer, inside a cell.
CREATE OR REPLACE FUNCTION reeve.cell_migrate_copy(statements jsonb, low text[], size int)
RETURNS TABLE(high text[], rows bigint, is_copied boolean, keys text[])
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  is_occupied boolean;
BEGIN
  EXECUTE statements ->> 'page' INTO high, rows USING low, size;
  rows := coalesce(rows, 0);
  is_copied := TRUE;
  IF rows > 0 THEN
    BEGIN
      -- Nobody else writes there. Looking once for the whole range spares a look for each row.
      EXECUTE statements ->> 'occupied' INTO is_occupied USING low, high;
      EXECUTE statements ->> CASE WHEN is_occupied THEN 'copy' ELSE 'insert' END
      USING low, high;
    EXCEPTION WHEN integrity_constraint_violation OR data_exception OR raise_exception THEN
      is_copied := FALSE;
      EXECUTE statements ->> 'keys' INTO keys USING low, high;
    END;
  END IF;
  RETURN NEXT;
END
$$;

COMMENT ON FUNCTION reeve.cell_migrate_copy(jsonb, text[], int) IS
  'Inside a cell: copies the next rows after a key to the table that follows; those there already '
  'stay as they are. If one is refused, none is copied: the keys come back.';

GRANT EXECUTE ON FUNCTION reeve.cell_migrate_copy(jsonb, text[], int) TO reeve_access;
