-- Reads as the app's reader.
CREATE OR REPLACE FUNCTION reeve.retain_due(at timestamptz)
RETURNS TABLE(app text, collection text, due_at timestamptz)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET jit = off
AS $$
DECLARE
  r record;
  due timestamptz;
BEGIN
  FOR r IN
    SELECT c.app, c.name, l.body ->> 'first' AS statement, ARRAY(
        SELECT h.key FROM reeve.hold_cover(c.app) h WHERE h.collection_id = c.collection_id) AS held
    FROM reeve.collection c CROSS JOIN LATERAL jsonb_array_elements(c.retain) l(body)
    WHERE c.is_live ORDER BY c.app, c.name
  LOOP
    EXECUTE reeve.reader_call(r.app, 'due timestamptz', '{keys,at}') INTO due
    USING r.statement, r.held, at;
    IF due IS NOT NULL THEN
      RETURN QUERY SELECT r.app, r.name, due;
    END IF;
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.retain_due(timestamptz) IS
  'Since when rows have been kept longer than their catalog allows, for each rule that has such '
  'rows at that time.';
