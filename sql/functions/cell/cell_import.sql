CREATE OR REPLACE FUNCTION reeve.cell_import(statements jsonb, is_halved boolean)
RETURNS TABLE(inserted bigint, changed bigint, same bigint, record bigint, code text, reason text)
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  way text := CASE WHEN NOT (statements -> 'is_fresh')::boolean THEN 'upsert'
    WHEN is_halved THEN 'fresh' ELSE 'insert' END;
  -- Ranges of records still to write, the next one last.
  lows bigint[];
  highs bigint[];
  low bigint;
  high bigint;
  middle bigint;
  total bigint;
  kept bigint[];
  repeated bigint[];
  moved bigint[];
  lost bigint;
  child jsonb;
BEGIN
  EXECUTE statements ->> 'span' INTO STRICT lows, highs, total;
  IF total = 0 THEN
    RETURN;
  END IF;
  WHILE cardinality(lows) > 0 LOOP
    low := lows[cardinality(lows)];
    high := highs[cardinality(highs)];
    lows := trim_array(lows, 1);
    highs := trim_array(highs, 1);
    BEGIN
      IF way = 'insert' THEN
        EXECUTE statements ->> way;
        GET DIAGNOSTICS inserted = ROW_COUNT;
        changed := 0;
        kept := '{}';
        repeated := '{}';
      ELSE
        EXECUTE statements ->> way INTO STRICT total, inserted, changed, kept, repeated
        USING low, high;
      END IF;
      lost := total - inserted - changed - cardinality(kept) - cardinality(repeated);
      FOR child IN SELECT * FROM jsonb_array_elements(statements -> 'children') LOOP
        EXECUTE child ->> 'delete' INTO STRICT moved USING low, high, repeated;
        changed := changed + cardinality(ARRAY(SELECT unnest(kept) INTERSECT SELECT unnest(moved)));
        kept := ARRAY(SELECT unnest(kept) EXCEPT SELECT unnest(moved));
        EXECUTE child ->> 'upsert' INTO STRICT moved, middle USING low, high, repeated;
        changed := changed + cardinality(ARRAY(SELECT unnest(kept) INTERSECT SELECT unnest(moved)));
        kept := ARRAY(SELECT unnest(kept) EXCEPT SELECT unnest(moved));
        IF middle <> 0 THEN
          RAISE EXCEPTION 'two of its child rows have the same key, or a trigger kept one out'
            USING ERRCODE = 'triggered_action_exception';
        END IF;
      END LOOP;
      IF lost <> 0 THEN
        RAISE EXCEPTION 'a trigger or a rule kept its row out'
          USING ERRCODE = 'triggered_action_exception';
      END IF;
      same := cardinality(kept);
      record := NULL;
      code := NULL;
      reason := NULL;
      RETURN NEXT;
      FOREACH record IN ARRAY repeated LOOP
        code := 'key';
        reason := CASE WHEN (statements -> 'is_fresh')::boolean
          THEN 'a row with this key was written since the import began, by an earlier record or by '
            'the app' ELSE 'an earlier record of this file has the same key' END;
        RETURN NEXT;
      END LOOP;
    EXCEPTION WHEN OTHERS THEN
      -- What is not the row's fault stops the import: rights, resources, locks, broken SQL.
      IF left(SQLSTATE, 2) IN ('08', '0A', '25', '40', '42', '53', '55', '57', '58', 'XX', 'RV')
      THEN
        RAISE;
      END IF;
      IF NOT is_halved THEN
        inserted := 0;
        changed := 0;
        same := 0;
        record := NULL;
        code := 'halve';
        reason := SQLERRM;
        RETURN NEXT;
        RETURN;
      ELSIF low = high THEN
        record := low;
        code := CASE SQLSTATE WHEN '21000' THEN 'key' ELSE SQLSTATE END;
        reason := CASE SQLSTATE WHEN '21000' THEN 'two of its child rows have the same key'
          ELSE SQLERRM END;
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

COMMENT ON FUNCTION reeve.cell_import(jsonb, boolean) IS
  'Inside a cell: writes an import''s staged rows, whole, or nothing and the code halve where any '
  'is refused; with is_halved by halves, until what is refused stands alone. Rows with a code are '
  'those refused; the others are counts.';

GRANT EXECUTE ON FUNCTION reeve.cell_import(jsonb, boolean) TO reeve_hand;
