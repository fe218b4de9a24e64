-- Runs as the app's writer, inside a cell.
CREATE OR REPLACE FUNCTION reeve.cell_migrate_copy(statements jsonb, low text[], high text[])
RETURNS TABLE(rows bigint, keys text[])
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET enable_seqscan = off
AS $$
DECLARE
  is_occupied boolean;
BEGIN
  BEGIN
    -- Nobody else writes there. One check of the whole range saves one per row.
    EXECUTE statements ->> 'occupied' INTO is_occupied USING low, high;
    EXECUTE statements ->> CASE WHEN is_occupied THEN 'copy' ELSE 'insert' END
    USING low, high;
    GET DIAGNOSTICS rows = ROW_COUNT;
  EXCEPTION WHEN OTHERS THEN
    -- reeve.cell_halve writes these rows again, and knows which errors are of a row.
    EXECUTE statements ->> 'keys' INTO keys USING low, high;
    rows := coalesce(cardinality(keys), 0);
  END;
  RETURN NEXT;
END
$$;

COMMENT ON FUNCTION reeve.cell_migrate_copy(jsonb, text[], text[]) IS
  'Inside a cell: copies the rows of a range to the table that follows; existing ones stay as '
  'they are. If any is refused, none is copied, and their keys are returned.';

GRANT EXECUTE ON FUNCTION reeve.cell_migrate_copy(jsonb, text[], text[]) TO reeve_access;
