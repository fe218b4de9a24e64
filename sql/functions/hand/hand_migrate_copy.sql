CREATE OR REPLACE FUNCTION reeve.hand_migrate_copy(copy_id int, low text[], size int)
RETURNS TABLE(high text[], rows bigint, is_copied boolean, keys text[])
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' SET "IntervalStyle" = 'postgres'
SET "bytea_output" = 'hex' SET extra_float_digits = 1 SET enable_seqscan = off SET jit = off
AS $$
DECLARE
  is_occupied boolean;
BEGIN
  EXECUTE reeve.migrate_get(copy_id, 'page') INTO high, rows USING low, size;
  rows := coalesce(rows, 0);
  is_copied := TRUE;
  IF rows > 0 THEN
    BEGIN
      -- Nobody else writes there. Looking once for the whole range spares a look for each row.
      EXECUTE reeve.migrate_get(copy_id, 'occupied') INTO is_occupied USING low, high;
      EXECUTE reeve.migrate_get(copy_id, CASE WHEN is_occupied THEN 'copy' ELSE 'insert' END)
      USING low, high;
    EXCEPTION WHEN integrity_constraint_violation OR data_exception OR raise_exception THEN
      is_copied := FALSE;
      EXECUTE reeve.migrate_get(copy_id, 'keys') INTO keys USING low, high;
    END;
  END IF;
  RETURN NEXT;
END
$$;

COMMENT ON FUNCTION reeve.hand_migrate_copy(int, text[], int) IS
  'Copies the next rows behind a key to the table that follows, with the hand''s rights; those '
  'there already stay as they are. If one is refused, none is copied: the keys come back.';

GRANT EXECUTE ON FUNCTION reeve.hand_migrate_copy(int, text[], int) TO reeve_owner;
