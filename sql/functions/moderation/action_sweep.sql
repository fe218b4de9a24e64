CREATE OR REPLACE FUNCTION reeve.action_sweep(job_id bigint, lease int, action_id bigint)
RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET lock_timeout = '500ms' SET jit = off SET work_mem = '64MB'
AS $$
#variable_conflict use_column
DECLARE
  act reeve.action;
  r reeve.rule;
  floor xid8;
  added int := 0;
BEGIN
  IF NOT reeve.job_is_live(job_id, lease) THEN
    RETURN TRUE;
  END IF;
  SELECT * INTO act FROM reeve.action a WHERE a.action_id = action_sweep.action_id;
  IF act.action_id IS NULL OR act.reversed_by IS NOT NULL THEN
    RETURN TRUE;
  END IF;
  PERFORM reeve.hand_lock(act.collection_id, ARRAY[act.key]);
  -- An undo may have come first while we waited for the row.
  SELECT * INTO act FROM reeve.action a WHERE a.action_id = action_sweep.action_id FOR UPDATE;
  IF act.reversed_by IS NOT NULL THEN
    RETURN TRUE;
  END IF;
  -- Read before the cascade: whatever ended below this floor is visible to the statements after it.
  floor := pg_snapshot_xmin(pg_current_snapshot());
  IF act.horizon IS NULL THEN
    act.horizon := pg_snapshot_xmax(pg_current_snapshot());
    UPDATE reeve.action a SET horizon = act.horizon WHERE a.action_id = act.action_id;
  END IF;
  FOR r IN
    SELECT l.* FROM reeve.rule l
    JOIN reeve.collection c ON c.collection_id = act.collection_id AND l.app = c.app
    WHERE l.verb = act.kind AND l.collection_id = act.collection_id AND l.is_live
      AND l.kind <> 'list'
    ORDER BY l.seq
  LOOP
    added := added + reeve.rule_run(r, act, ARRAY[act.key], act.performed_at, 'lock', NULL);
  END LOOP;
  IF added > 0 THEN
    PERFORM reeve.command_record('sweep', 'system:moderation.sweep', reeve.job_principal(job_id),
      act.collection_id, act.key, NULL, act.action_id);
    PERFORM reeve.outbox_follow(act.action_id);
  END IF;
  RETURN floor >= act.horizon;
END
$$;

COMMENT ON FUNCTION reeve.action_sweep(bigint, int, bigint) IS
  'Repeats an action''s cascade for rows that transactions open at its commit have added, as more '
  'effects of the same action. TRUE once all of those transactions have ended, or it was undone.';

GRANT EXECUTE ON FUNCTION reeve.action_sweep(bigint, int, bigint) TO reeve_worker;
