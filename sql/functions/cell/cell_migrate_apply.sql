CREATE OR REPLACE FUNCTION reeve.cell_migrate_apply(statements jsonb, keys text[])
RETURNS TABLE(key text, code text, reason text)
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
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
  EXECUTE statements ->> 'delete' USING keys;
  WHILE cardinality(lows) > 0 LOOP
    low := lows[cardinality(lows)];
    high := highs[cardinality(highs)];
    lows := trim_array(lows, 1);
    highs := trim_array(highs, 1);
    part := keys[low:high];
    BEGIN
      EXECUTE statements ->> 'upsert' USING part;
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
          EXECUTE statements ->> 'remove' USING part;
          EXECUTE statements ->> 'upsert' USING part;
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

COMMENT ON FUNCTION reeve.cell_migrate_apply(jsonb, text[]) IS
  'Inside a cell: reads rows of the live table anew and writes or removes them in the one that '
  'follows; returns those that it refuses.';

GRANT EXECUTE ON FUNCTION reeve.cell_migrate_apply(jsonb, text[]) TO reeve_hand;
