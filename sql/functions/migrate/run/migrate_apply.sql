CREATE OR REPLACE FUNCTION reeve.migrate_apply(copy_id int, max int, is_tail boolean DEFAULT FALSE)
RETURNS TABLE(taken bigint, keys text[], is_done boolean, is_broken boolean)
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
DECLARE
  c reeve.live_copy := reeve.migrate_lock(copy_id, ARRAY['copying', 'following', 'live']);
  reader text := 'migrate:' || c.copy_id;
  place reeve.change_reader;
  -- The transactions beyond its position whose changes it has applied already.
  seen pg_snapshot;
  batch record;
BEGIN
  SELECT * INTO STRICT place FROM reeve.change_reader r WHERE r.name = reader FOR UPDATE;
  -- One statement reads log and horizon, so they belong to one snapshot.
  WITH log AS MATERIALIZED (
    SELECT l.xid, l.change_id, l.key
    FROM reeve.change_after(-c.copy_id, place, migrate_apply.max + is_tail::int, NOT is_tail) l
  ),
  last AS (SELECT l.xid, l.change_id FROM log l ORDER BY l.xid DESC, l.change_id DESC LIMIT 1)
  SELECT (SELECT count(*) FROM log) AS rows,
    (SELECT array_agg(DISTINCT l.key) FROM log l WHERE l.key IS NOT NULL) AS keys,
    (SELECT bool_or(l.key IS NULL) FROM log l) AS is_truncated,
    (SELECT l.xid FROM last l) AS xid, (SELECT l.change_id FROM last l) AS change_id,
    pg_snapshot_xmin(pg_current_snapshot()) AS horizon, pg_current_snapshot() AS seen
  INTO batch;
  taken := batch.rows;
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
  IF taken > 0 THEN
    UPDATE reeve.live_copy l SET applied = l.applied + taken WHERE l.copy_id = c.copy_id;
  END IF;
  seen := CASE WHEN is_tail THEN batch.seen ELSE place.seen END;
  place.seen := NULL;
  -- Skips the log entries of others in the app too, so that they can be purged.
  IF batch.rows > 0 AND NOT is_done THEN
    PERFORM reeve.change_advance(place, batch.xid, batch.change_id, seen);
  ELSIF (SELECT l.xid FROM reeve.change_unread(place, 1) l) < batch.horizon THEN
    PERFORM reeve.change_advance(place, batch.horizon, 0, seen);
  ELSIF is_tail THEN
    PERFORM reeve.change_advance(place, place.xid, place.change_id, seen);
  END IF;
  RETURN NEXT;
END
$$;

COMMENT ON FUNCTION reeve.migrate_apply(int, int, boolean) IS
  'Applies up to max changes of finished transactions. is_tail: all committed ones, also above '
  'the oldest running transaction, or none and is_done FALSE if they are more than max. taken: '
  'changes applied; keys: the rows read again; is_broken: the table was truncated, and the copy '
  'cannot continue. NULL: keys.';
