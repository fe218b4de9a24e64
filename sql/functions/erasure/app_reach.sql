-- Reads as the app's reader.
CREATE OR REPLACE FUNCTION reeve.app_reach(collection_id int, keys text[])
RETURNS TABLE(reached_id int, reached text[])
LANGUAGE plpgsql STABLE ROWS 4 SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' SET bytea_output = 'hex'
SET "IntervalStyle" = 'postgres' SET extra_float_digits = 1
AS $$
DECLARE
  c reeve.collection := reeve.collection_get(collection_id);
  other jsonb;
BEGIN
  FOR other IN SELECT * FROM jsonb_array_elements(c.erase -> 'with') LOOP
    reached_id := other -> 'collection_id';
    EXECUTE reeve.reader_call(c.app, 'keys text[]') INTO reached
    USING format('SELECT array_agg(r.key) FROM (%s) r(key)', other ->> 'keys'), keys;
    IF reached IS NOT NULL THEN
      RETURN NEXT;
    END IF;
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.app_reach(int, text[]) IS
  'Rows of other collections that are erased together with these, one step away.';
