CREATE OR REPLACE FUNCTION reeve.remote_progress(
  copy_id int, place jsonb, job_id bigint DEFAULT NULL, lease int DEFAULT NULL)
RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '30s' SET jit = off
AS $$
DECLARE
  c reeve.live_copy;
  next reeve.change_reader;
BEGIN
  PERFORM reeve.remote_permit(copy_id, job_id, lease);
  SELECT * INTO STRICT c FROM reeve.live_copy l WHERE l.copy_id = remote_progress.copy_id
  FOR NO KEY UPDATE;
  IF c.phase NOT IN ('copying', 'following', 'closing')
    -- It has not learned yet that a rollback is over.
    OR NOT c.is_placed AND place ->> 'phase' = 'returning'
  THEN
    RETURN;
  END IF;
  -- The other database is not trusted.
  IF place ->> 'phase' NOT IN ('copying', 'following')
    AND (c.phase, place ->> 'phase') <> ('closing', 'live')
  THEN
    RAISE EXCEPTION 'the target''s database says that the copy is %, but here it is %',
      left(place ->> 'phase', 20), c.phase USING ERRCODE = 'RV009',
      HINT = 'One of them was restored: `reeve migrate finish --abandon --lost` ends the copy.';
  END IF;
  SELECT * INTO STRICT next FROM reeve.change_reader r WHERE r.name = 'migrate:' || c.copy_id
  FOR UPDATE;
  next.xid := place ->> 'xid';
  next.change_id := place ->> 'change_id';
  IF reeve.change_is_ahead(next) THEN
    RAISE EXCEPTION 'this database is older than what was applied from it: it was restored'
      USING ERRCODE = 'RV009',
        HINT = '`reeve migrate finish --abandon --lost` ends the copy.';
  END IF;
  PERFORM reeve.change_advance(next);
  UPDATE reeve.live_copy l
  SET is_placed = TRUE,
    phase = CASE WHEN c.phase = 'closing' THEN c.phase ELSE place ->> 'phase' END,
    copied = (place ->> 'copied')::bigint, applied = (place ->> 'applied')::bigint,
    copied_at = CASE WHEN place ->> 'phase' = 'following'
      THEN coalesce(c.copied_at, clock_timestamp()) END,
    rows_per_second = CASE WHEN c.is_placed AND (place ->> 'copied')::bigint > c.copied
      THEN reeve.migrate_rate(c, (place ->> 'copied')::bigint - c.copied)
      ELSE c.rows_per_second END,
    stepped_at = clock_timestamp()
  WHERE l.copy_id = c.copy_id;
  DELETE FROM reeve.live_copy_reject r
  WHERE r.copy_id = c.copy_id AND NOT EXISTS (
    SELECT FROM jsonb_array_elements(place -> 'rejects') n WHERE n ->> 'key' = r.key);
  INSERT INTO reeve.live_copy_reject AS r(copy_id, key, code, reason)
  SELECT c.copy_id, n.key, left(n.code, 10), left(n.reason, 1000)
  FROM jsonb_to_recordset(place -> 'rejects') n(key text, code text, reason text)
  ON CONFLICT ON CONSTRAINT live_copy_reject_pkey DO UPDATE
  SET code = excluded.code, reason = excluded.reason
  WHERE (r.code, r.reason) <> (excluded.code, excluded.reason);
END
$$;

COMMENT ON FUNCTION reeve.remote_progress(int, jsonb, bigint, int) IS
  'Notes the progress of a copy as committed in the database of its target: the log up to there '
  'is no longer kept for it. job_id, lease: as in reeve.remote_permit. RV009 if the two databases '
  'contradict each other.';

GRANT EXECUTE ON FUNCTION reeve.remote_progress(int, jsonb, bigint, int) TO reeve_worker;
