CREATE OR REPLACE FUNCTION reeve.change_advance(
  place reeve.change_reader, xid xid8, change_id bigint, seen pg_snapshot DEFAULT NULL)
RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  UPDATE reeve.change_reader r SET xid = change_advance.xid, change_id = change_advance.change_id,
    seen = change_advance.seen
  WHERE r.name = place.name AND r.app = place.app;
  PERFORM reeve.change_forget(place.app);
END
$$;

COMMENT ON FUNCTION reeve.change_advance(reeve.change_reader, xid8, bigint, pg_snapshot) IS
  'Moves a reader of an app''s changes, whose row the caller has locked, and notes which later '
  'entries it has taken already; purges what all readers of the app have read.';
