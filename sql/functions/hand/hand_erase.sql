CREATE OR REPLACE FUNCTION reeve.hand_erase(collection_id int, keys text[], is_dry boolean)
RETURNS TABLE(place text, rows bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' SET bytea_output = 'hex'
AS $$
DECLARE
  c reeve.collection := reeve.collection_get(collection_id);
  step jsonb;
  remaining bigint;
BEGIN
  FOR step IN SELECT * FROM jsonb_array_elements(c.erase -> 'steps') LOOP
    place := step ->> 'place';
    EXECUTE step ->> 'count' INTO rows USING keys;
    IF NOT is_dry AND rows > 0 THEN
      EXECUTE step ->> 'run' USING keys;
      EXECUTE step ->> 'count' INTO remaining USING keys;
      IF remaining > 0 THEN
        RAISE EXCEPTION '% of % rows of % were not erased', remaining, rows, place
          USING ERRCODE = 'RV006', HINT = 'A trigger of the app may have suppressed the change.';
      END IF;
    END IF;
    RETURN NEXT;
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.hand_erase(int, text[], boolean) IS
  'Does to rows of an app what its catalog says of their erasure, or counts where; RV006 unless '
  'nothing is left. The app''s triggers run with reeve_hand''s rights.';

GRANT EXECUTE ON FUNCTION reeve.hand_erase(int, text[], boolean) TO reeve_owner;
