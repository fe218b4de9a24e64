CREATE OR REPLACE FUNCTION reeve.change_advance(next reeve.change_reader) RETURNS boolean
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  place reeve.change_reader;
BEGIN
  SELECT * INTO STRICT place FROM reeve.change_reader r
  WHERE r.name = next.name AND r.app = next.app FOR UPDATE;
  IF (next.xid, next.change_id) < (place.xid, place.change_id)
    OR (next.xid, next.change_id, next.seen::text)
      IS NOT DISTINCT FROM (place.xid, place.change_id, place.seen::text)
  THEN
    RETURN FALSE;
  END IF;
  UPDATE reeve.change_reader r SET xid = next.xid, change_id = next.change_id, seen = next.seen
  WHERE r.name = next.name AND r.app = next.app;
  PERFORM reeve.change_forget(next.app);
  RETURN TRUE;
END
$$;

COMMENT ON FUNCTION reeve.change_advance(reeve.change_reader) IS
  'Moves a reader of an app''s changes and notes which later entries it has taken already; purges '
  'what all readers of the app have read. FALSE: it is there already, or further.';
