CREATE OR REPLACE FUNCTION reeve.hand_migrate_apply(copy_id int, keys text[])
RETURNS TABLE(key text, code text, reason text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' SET "IntervalStyle" = 'postgres'
SET "bytea_output" = 'hex' SET extra_float_digits = 1 SET enable_seqscan = off SET jit = off
AS $$
DECLARE
  -- Ranges of keys still to write, the next one last.
  lows int[] := ARRAY[1];
  highs int[] := ARRAY[cardinality(keys)];
  low int;
  high int;
  middle int;
  part text[];
  is_whole boolean := TRUE;
BEGIN
  IF coalesce(cardinality(keys), 0) = 0 THEN
    RETURN;
  END IF;
  EXECUTE reeve.migrate_get(copy_id, 'delete') USING keys;
  WHILE cardinality(lows) > 0 LOOP
    low := lows[cardinality(lows)];
    high := highs[cardinality(highs)];
    lows := trim_array(lows, 1);
    highs := trim_array(highs, 1);
    part := keys[low:high];
    BEGIN
      EXECUTE reeve.migrate_get(copy_id, 'upsert') USING part;
    EXCEPTION WHEN OTHERS THEN
      -- What is not the row's fault stops the copy: rights, resources, locks, broken SQL.
      IF left(SQLSTATE, 2) IN ('08', '0A', '25', '40', '42', '53', '55', '57', '58', 'XX', 'RV')
      THEN
        RAISE;
      END IF;
      IF is_whole AND SQLSTATE IN ('23505', '23P01') THEN
        -- Rows that exchanged a unique value: all of them go, then all come.
        is_whole := FALSE;
        BEGIN
          EXECUTE reeve.migrate_get(copy_id, 'remove') USING part;
          EXECUTE reeve.migrate_get(copy_id, 'upsert') USING part;
          CONTINUE;
        EXCEPTION WHEN integrity_constraint_violation OR data_exception THEN
          NULL; -- One of them is truly wrong; found below.
        END;
      END IF;
      is_whole := FALSE;
      IF low = high THEN
        key := keys[low];
        code := SQLSTATE;
        reason := SQLERRM;
        RETURN NEXT;
      ELSE
        middle := (low + high) / 2;
        lows := lows || ARRAY[middle + 1, low];
        highs := highs || ARRAY[high, middle];
      END IF;
    END;
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.hand_migrate_apply(int, text[]) IS
  'Reads rows of the live table anew and writes or removes them in the one that follows, with the '
  'hand''s rights; returns those that it refuses.';

GRANT EXECUTE ON FUNCTION reeve.hand_migrate_apply(int, text[]) TO reeve_owner;
