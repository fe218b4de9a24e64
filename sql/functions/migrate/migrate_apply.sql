CREATE OR REPLACE FUNCTION reeve.migrate_apply(copy_id int, max int, is_tail boolean DEFAULT FALSE)
RETURNS TABLE(taken bigint, keys text[], is_done boolean, is_broken boolean)
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
DECLARE
  c reeve.live_copy := reeve.migrate_lock(copy_id, ARRAY['copying', 'following', 'live']);
  reader text := 'migrate:' || c.copy_id;
  place reeve.change_reader;
  batch record;
BEGIN
  SELECT * INTO STRICT place FROM reeve.change_reader r WHERE r.name = reader FOR UPDATE;
  -- One statement reads log and horizon, so they belong to one snapshot.
  WITH log AS (
    SELECT l.xid, l.change_id, l.key, row_number() OVER (ORDER BY l.xid, l.change_id) AS number,
      c.seen IS NULL OR NOT pg_visible_in_snapshot(l.xid, c.seen) AS is_new
    FROM reeve.change l
    WHERE (l.xid, l.change_id) > (place.xid, place.change_id) AND l.collection_id = -c.copy_id
      AND CASE WHEN is_tail THEN c.seen IS NULL OR NOT pg_visible_in_snapshot(l.xid, c.seen)
        ELSE l.xid < pg_snapshot_xmin(pg_current_snapshot()) END
    ORDER BY l.xid, l.change_id LIMIT migrate_apply.max + CASE WHEN is_tail THEN 1 ELSE 0 END
  ),
  last AS (SELECT l.xid, l.change_id, l.number FROM log l ORDER BY l.number DESC LIMIT 1)
  SELECT
    (SELECT count(*) FROM log) AS rows, (SELECT count(*) FROM log l WHERE l.is_new) AS new_rows,
    (SELECT array_agg(DISTINCT l.key) FROM log l WHERE l.is_new AND l.key IS NOT NULL) AS keys,
    (SELECT bool_or(l.key IS NULL) FROM log l WHERE l.is_new) AS is_truncated,
    (SELECT l.xid FROM last l) AS xid, (SELECT l.change_id FROM last l) AS change_id,
    pg_snapshot_xmin(pg_current_snapshot()) AS horizon, pg_current_snapshot() AS seen
  INTO batch;
  taken := batch.new_rows;
  is_broken := coalesce(batch.is_truncated, FALSE);
  IF is_broken THEN
    UPDATE reeve.live_copy l
    SET broken = format('%s was truncated, or lost a row with a key over 1024 bytes',
      CASE WHEN l.phase = 'live' THEN l.target ELSE l.source END)
    WHERE l.copy_id = c.copy_id;
    is_done := TRUE;
    RETURN NEXT;
    RETURN;
  END IF;
  is_done := batch.rows <= migrate_apply.max AND is_tail OR batch.rows < migrate_apply.max;
  IF is_tail AND NOT is_done THEN
    RETURN NEXT;
    RETURN;
  END IF;
  IF batch.keys IS NOT NULL THEN
    PERFORM reeve.migrate_reject(copy_id, batch.keys);
  END IF;
  IF is_done THEN
    -- Rows that were in each other's way may fit by now.
    PERFORM reeve.migrate_reject(copy_id, r.keys)
    FROM (
      SELECT array_agg(q.key) AS keys
      FROM (
        SELECT j.key FROM reeve.live_copy_reject j
        WHERE j.copy_id = c.copy_id AND j.code IN ('23505', '23P01')
        ORDER BY j.rejected_at LIMIT 200) q) r
    WHERE r.keys IS NOT NULL;
  END IF;
  keys := batch.keys;
  IF taken > 0 OR is_tail THEN
    UPDATE reeve.live_copy l
    SET applied = l.applied + batch.new_rows,
      seen = CASE WHEN is_tail THEN batch.seen ELSE l.seen END
    WHERE l.copy_id = c.copy_id;
  END IF;
  -- Skips the log entries of others in the app too, so that they can be purged.
  IF batch.rows > 0 AND NOT is_done THEN
    PERFORM reeve.change_advance(place, batch.xid, batch.change_id);
  ELSIF (SELECT l.xid FROM reeve.change_unread(place, 1) l) < batch.horizon THEN
    PERFORM reeve.change_advance(place, batch.horizon, 0);
  END IF;
  RETURN NEXT;
END
$$;

COMMENT ON FUNCTION reeve.migrate_apply(int, int, boolean) IS
  'Applies up to max changes of finished transactions. is_tail: all committed ones, also above '
  'the oldest running transaction, or none and is_done FALSE if they are more than max. taken: '
  'changes applied; keys: the rows read again; is_broken: the table was truncated, and the copy '
  'cannot continue. NULL: keys.';
