-- Reads as the app's reader; writes as the app's writer, inside a cell.
CREATE OR REPLACE FUNCTION reeve.app_erase(collection_id int, keys text[], is_dry boolean)
RETURNS TABLE(target text, rows bigint)
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' SET bytea_output = 'hex'
SET "IntervalStyle" = 'postgres' SET extra_float_digits = 1
AS $$
DECLARE
  c reeve.collection := reeve.collection_get(collection_id);
  step jsonb;
  remaining bigint;
BEGIN
  FOR step IN SELECT * FROM jsonb_array_elements(c.erase -> 'steps') LOOP
    target := step ->> 'place';
    EXECUTE reeve.reader_call(c.app, 'rows bigint') INTO rows USING step ->> 'count', keys;
    IF NOT is_dry AND rows > 0 THEN
      PERFORM reeve.cell_enter(c.app, step ->> 'run', keys);
    END IF;
    RETURN NEXT;
  END LOOP;
  IF is_dry THEN
    RETURN;
  END IF;
  -- After all steps: code of the app may bring back in one step what an earlier one erased.
  FOR step IN SELECT * FROM jsonb_array_elements(c.erase -> 'steps') LOOP
    EXECUTE reeve.reader_call(c.app, 'rows bigint') INTO remaining USING step ->> 'count', keys;
    IF remaining > 0 THEN
      RAISE EXCEPTION '% rows of % were not erased', remaining, step ->> 'place'
        USING ERRCODE = 'RV006', DETAIL = reeve.app_suspects(ARRAY[c.relation]),
          HINT = 'Code of the app suppressed the change or took it back.';
    END IF;
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.app_erase(int, text[], boolean) IS
  'Erases rows of an app as its catalog says, or counts them; RV006 unless nothing is left.';
