CREATE OR REPLACE FUNCTION reeve.remote_changes(
  copy_id int, place_xid text, place_change bigint, max int, is_closed boolean DEFAULT FALSE)
RETURNS TABLE(next_xid text, next_change bigint, taken bigint, keys text[], is_truncated boolean,
  is_done boolean)
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
DECLARE
  horizon xid8;
  place reeve.change_reader := (
    SELECT r FROM reeve.change_reader r WHERE r.name = 'migrate:' || copy_id);
BEGIN
  place.xid := place_xid;
  place.change_id := place_change;
  -- One statement reads log and horizon, so they belong to one snapshot. Once no
  -- transaction can write the source, none of the log is held back.
  WITH log AS MATERIALIZED (
    SELECT l.xid, l.change_id, l.key
    FROM reeve.change_after(-remote_changes.copy_id, place, remote_changes.max,
      NOT is_closed) l
  ),
  last AS (SELECT l.xid, l.change_id FROM log l ORDER BY l.xid DESC, l.change_id DESC LIMIT 1)
  SELECT (SELECT l.xid FROM last l)::text, (SELECT l.change_id FROM last l),
    (SELECT count(*) FROM log),
    ARRAY(SELECT DISTINCT l.key FROM log l WHERE l.key IS NOT NULL),
    EXISTS (SELECT FROM log l WHERE l.key IS NULL), pg_snapshot_xmin(pg_current_snapshot())
  INTO next_xid, next_change, taken, keys, is_truncated, horizon;
  is_done := taken < max;
  next_xid := coalesce(next_xid, place_xid);
  next_change := coalesce(next_change, place_change);
  place.xid := next_xid;
  place.change_id := next_change;
  -- Skips the log entries of others in the app too, so that they can be purged.
  IF is_done AND NOT is_closed
    AND (SELECT l.xid FROM reeve.change_unread(place, 1) l) < horizon
  THEN
    next_xid := horizon;
    next_change := 0;
  END IF;
  IF (next_xid, next_change) IS DISTINCT FROM (place_xid, place_change) THEN
    -- As in reeve.remote_lines: numbers of transactions that a crash loses are assigned again.
    PERFORM set_config('synchronous_commit', 'on', TRUE),
      pg_logical_emit_message(TRUE, 'reeve', 'read');
  END IF;
  RETURN NEXT;
END
$$;

COMMENT ON FUNCTION reeve.remote_changes(int, text, bigint, int, boolean) IS
  'Changes of the source after a position in the log, at most max, in the order of the log, once '
  'no older transaction is running, or with is_closed all. Their keys, each once; is_truncated: '
  'the source was emptied; and the position after them, which stays the same if there are none.';
