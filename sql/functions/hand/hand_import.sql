CREATE OR REPLACE FUNCTION reeve.hand_import(import_id int)
RETURNS TABLE(inserted bigint, changed bigint, same bigint, record bigint, code text, reason text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' SET jit = off
AS $$
DECLARE
  statement text := reeve.import_get(import_id, 'write');
  -- Ranges of records still to write, the next one last.
  lows bigint[];
  highs bigint[];
  low bigint;
  high bigint;
  middle bigint;
  fresh bigint;
  repeated bigint[];
BEGIN
  EXECUTE format(
    'SELECT ARRAY[min(record)], ARRAY[max(record)] FROM reeve_stage.import_%s', import_id)
  INTO lows, highs;
  IF lows[1] IS NULL THEN
    RETURN;
  END IF;
  SET CONSTRAINTS ALL IMMEDIATE;
  WHILE cardinality(lows) > 0 LOOP
    low := lows[cardinality(lows)];
    high := highs[cardinality(highs)];
    lows := trim_array(lows, 1);
    highs := trim_array(highs, 1);
    BEGIN
      EXECUTE statement INTO STRICT inserted, changed, fresh, repeated USING low, high;
      same := fresh - inserted - changed;
      record := NULL;
      code := NULL;
      reason := NULL;
      RETURN NEXT;
      FOREACH record IN ARRAY repeated LOOP
        code := 'key';
        reason := 'an earlier record of this file has the same key';
        RETURN NEXT;
      END LOOP;
    EXCEPTION WHEN OTHERS THEN
      -- What is not the row's fault stops the import: rights, resources, locks, broken SQL.
      IF left(SQLSTATE, 2) IN ('08', '0A', '25', '40', '42', '53', '55', '57', '58', 'XX', 'RV')
      THEN
        RAISE;
      END IF;
      IF low = high THEN
        record := low;
        code := SQLSTATE;
        reason := SQLERRM;
        RETURN NEXT;
      ELSE
        -- The first half is written first, so that of two equal keys the earlier stays.
        middle := (low + high) / 2;
        lows := lows || ARRAY[middle + 1, low];
        highs := highs || ARRAY[high, middle];
      END IF;
    END;
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.hand_import(int) IS
  'Upserts an import''s staged rows, with the hand''s rights: whole, and where a row is refused by '
  'halves, until it stands alone. Rows with a code are those refused; the others are counts.';

GRANT EXECUTE ON FUNCTION reeve.hand_import(int) TO reeve_owner;
