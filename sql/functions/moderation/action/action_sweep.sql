CREATE OR REPLACE FUNCTION reeve.action_sweep(
  job reeve.job, progress reeve.job_progress, max_rows int)
RETURNS reeve.job_step
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
SET enable_seqscan = off  -- The planner may still believe that tables are empty.
AS $$
DECLARE
  step reeve.job_step;
  action_ids bigint[] := ARRAY(
    SELECT jsonb_array_elements_text(
      coalesce(job.args -> 'action_ids', jsonb_build_array(job.args -> 'action_id')))::bigint);
  act reeve.action;
  keys text[];
  ids bigint[];
  is_last boolean;
  added int := 0;
BEGIN
  SELECT a.* INTO act FROM reeve.action a WHERE a.action_id = ANY (action_ids) LIMIT 1;
  PERFORM reeve.app_lock(act.collection_id, ARRAY(
    SELECT a.key FROM reeve.action a
    WHERE a.action_id = ANY (action_ids) AND a.reversed_by IS NULL))
  WHERE act.action_id IS NOT NULL;
  -- An undo may have come first while we waited for the rows.
  SELECT array_agg(l.action_id ORDER BY l.action_id), array_agg(l.key ORDER BY l.action_id)
  INTO ids, keys
  FROM (
    SELECT a.action_id, a.key FROM reeve.action a
    WHERE a.action_id = ANY (action_ids) AND a.reversed_by IS NULL
    ORDER BY a.action_id FOR NO KEY UPDATE) l;
  IF ids IS NULL THEN
    step.state := 'completed';
    RETURN step;
  END IF;
  SELECT a.* INTO act FROM reeve.action a WHERE a.action_id = ids[1];
  IF act.horizon IS NULL THEN
    act.horizon := pg_snapshot_xmax(pg_current_snapshot());
    UPDATE reeve.action a SET horizon = act.horizon WHERE a.action_id = ANY (ids);
  END IF;
  -- Asked before the effects: what transactions have written that ended by now is visible to them.
  is_last := reeve.transactions_ended(act.horizon);
  SELECT coalesce(sum((e ->> 'rows')::int), 0) INTO added
  FROM reeve.collection c
  CROSS JOIN LATERAL reeve.rule_run(c, act.verb, act, keys, act.performed_at,
    CASE WHEN cardinality(ids) > 1 THEN ids END, is_sweep => TRUE) r
  CROSS JOIN LATERAL jsonb_array_elements(r.effects) e
  WHERE c.collection_id = act.collection_id AND e ->> 'kind' <> 'list';
  IF added > 0 THEN
    IF act.batch_id IS NULL THEN
      PERFORM reeve.command_record('sweep', 'system:moderation.sweep',
        job.principal, act.collection_id, act.key, NULL, act.action_id);
    ELSE
      PERFORM reeve.command_record('sweep', 'system:moderation.sweep',
        job.principal, act.collection_id, batch_id => act.batch_id,
        -- Together, as they were sealed, including those undone meanwhile.
        detail => jsonb_build_object('actions', (
          SELECT jsonb_build_array(min(u), max(u)) FROM unnest(action_ids) u)));
    END IF;
    PERFORM reeve.outbox_follow(ids);
  END IF;
  step.state := CASE WHEN is_last THEN 'completed' ELSE 'scheduled' END;
  -- Of a wave there are hundreds of sweeps, which a transaction of an hour would keep busy; and a
  -- snapshot that is left alone is mostly that of a dump.
  step.wait := greatest('2 s', least((clock_timestamp() - act.performed_at) / 10,
    CASE WHEN pg_snapshot_xmin(pg_current_snapshot()) < act.horizon THEN interval '1 minute'
    ELSE '10 minutes' END));
  step.done := progress.done + added;
  RETURN step;
EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
  -- A transaction that adds rows may keep the subject's own locked until its end.
  step.state := 'scheduled';
  step.wait := greatest('2 s', least('1 minute', (clock_timestamp() - act.performed_at) / 10));
  step.done := progress.done;
  RETURN step;
END
$$;

COMMENT ON FUNCTION reeve.action_sweep(reeve.job, reeve.job_progress, int) IS
  'Step of the kind moderation.sweep: repeats the effects of an action, or of those that one '
  'transaction of a batch performed, for rows added by transactions that were open at its '
  'commit, as more effects of the same actions. Completed once all of those transactions have '
  'ended (reeve.transactions_ended), or everything was undone. Scheduled again if a row stays '
  'locked for longer than lock_timeout.';
