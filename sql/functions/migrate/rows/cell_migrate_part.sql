-- Runs as the app's writer, inside a cell.
CREATE OR REPLACE FUNCTION reeve.cell_migrate_part(
  statements jsonb, low bigint, high bigint, keys text[])
RETURNS jsonb
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  part text[] := keys[low:high];
BEGIN
  BEGIN
    EXECUTE statements ->> 'upsert' USING part;
  EXCEPTION WHEN unique_violation OR exclusion_violation THEN
    IF cardinality(part) < cardinality(keys) THEN
      RAISE;
    END IF;
    -- Rows that exchanged a unique value: delete all of them, then insert all.
    EXECUTE statements ->> 'remove' USING part;
    EXECUTE statements ->> 'upsert' USING part;
  END;
  RETURN NULL;
END
$$;

COMMENT ON FUNCTION reeve.cell_migrate_part(jsonb, bigint, bigint, text[]) IS
  'Inside a cell: writes the rows of a range of keys to the table that follows. Raises if a row '
  'is refused.';

GRANT EXECUTE ON FUNCTION reeve.cell_migrate_part(jsonb, bigint, bigint, text[]) TO reeve_access;
