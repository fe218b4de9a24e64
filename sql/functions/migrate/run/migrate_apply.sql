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
  SELECT * INTO batch FROM reeve.change_page(
    place, -c.copy_id, migrate_apply.max + is_tail::int, NOT is_tail);
  taken := cardinality(batch.keys);
  is_broken := array_position(batch.keys, NULL) IS NOT NULL;
  IF is_broken THEN
    UPDATE reeve.live_copy l
    SET broken = format('%s was truncated, or lost a row with a key over 1024 bytes',
      CASE WHEN l.phase = 'live' THEN l.target ELSE l.source END)
    WHERE l.copy_id = c.copy_id;
    is_done := TRUE;
    RETURN NEXT;
    RETURN;
  END IF;
  is_done := taken <= migrate_apply.max AND is_tail OR taken < migrate_apply.max;
  IF is_tail AND NOT is_done THEN
    RETURN NEXT;
    RETURN;
  END IF;
  keys := (SELECT array_agg(DISTINCT k) FROM unnest(batch.keys) k);
  IF keys IS NOT NULL THEN
    PERFORM reeve.migrate_reject(copy_id, keys);
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
  IF taken > 0 THEN
    UPDATE reeve.live_copy l SET applied = l.applied + taken WHERE l.copy_id = c.copy_id;
  END IF;
  PERFORM reeve.change_advance(batch.next);
  RETURN NEXT;
END
$$;

COMMENT ON FUNCTION reeve.migrate_apply(int, int, boolean) IS
  'Applies up to max changes of finished transactions. is_tail: all committed ones, also above '
  'the oldest running transaction, or none and is_done FALSE if they are more than max. taken: '
  'changes applied; keys: the rows read again; is_broken: the table was truncated, and the copy '
  'cannot continue. NULL: keys.';
