CREATE OR REPLACE FUNCTION reeve.change_after(
  number int, place reeve.change_reader, most int DEFAULT NULL, is_settled boolean DEFAULT FALSE)
RETURNS SETOF reeve.change
LANGUAGE sql STABLE
-- Inlined, so that it sees what the statement that calls it does.
BEGIN ATOMIC
  SELECT c.* FROM reeve.change c
  WHERE c.collection_id = number AND (c.xid, c.change_id) > (place.xid, place.change_id)
    AND (place.seen IS NULL OR NOT pg_visible_in_snapshot(c.xid, place.seen))
    AND (NOT is_settled OR c.xid < pg_snapshot_xmin(pg_current_snapshot()))
  ORDER BY c.xid, c.change_id LIMIT most;
END;

COMMENT ON FUNCTION reeve.change_after(int, reeve.change_reader, int, boolean) IS
  'The changes under a number of the log that a reader has not taken, in their order, at most so '
  'many. is_settled: only of transactions older than every one that runs, so that none can come '
  'before them.';
