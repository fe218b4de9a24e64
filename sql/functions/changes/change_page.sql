CREATE OR REPLACE FUNCTION reeve.change_page(
  place reeve.change_reader, number int, most int, is_settled boolean DEFAULT TRUE,
  OUT xids xid8[], OUT ids bigint[], OUT keys text[], OUT next reeve.change_reader)
-- STABLE: log and snapshot are those of the statement that calls.
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
DECLARE
  horizon xid8 := pg_snapshot_xmin(pg_current_snapshot());
BEGIN
  SELECT coalesce(array_agg(c.xid), '{}'), coalesce(array_agg(c.change_id), '{}'),
    coalesce(array_agg(c.key), '{}')
  INTO xids, ids, keys
  FROM reeve.change_unread(place, most, number, is_settled) c;
  next := place;
  IF cardinality(ids) = most THEN
    next.xid := xids[most];
    next.change_id := ids[most];
    RETURN;
  END IF;
  -- Passes over the entries of others in the app too, so that they can be purged.
  place.seen := NULL;
  IF (SELECT c.xid FROM reeve.change_unread(place, 1) c) < horizon THEN
    next.xid := horizon;
    next.change_id := 0;
  END IF;
  IF NOT is_settled THEN
    next.seen := pg_current_snapshot();
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.change_page(reeve.change_reader, int, int, boolean) IS
  'The first changes under a number of the log that a reader has not taken, at most so many, and '
  'where it stands once it has taken them, for reeve.change_advance; the same place if nothing '
  'has come. Of settled transactions only, or with is_settled FALSE of all that have committed. A '
  'key that is NULL: the table was truncated.';
