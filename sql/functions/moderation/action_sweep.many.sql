CREATE OR REPLACE FUNCTION reeve.action_sweep(job_id bigint, lease int, action_ids bigint[])
RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET lock_timeout = '500ms' SET jit = off SET work_mem = '64MB'
AS $$
#variable_conflict use_column
DECLARE
  act reeve.action;
  keys text[];
  ids bigint[];
  floor xid8;
  added int := 0;
BEGIN
  IF NOT reeve.job_is_live(job_id, lease) THEN
    RETURN TRUE;
  END IF;
  SELECT a.* INTO act FROM reeve.action a WHERE a.action_id = ANY (action_ids) LIMIT 1;
  PERFORM reeve.hand_lock(act.collection_id, ARRAY(
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
    RETURN TRUE;
  END IF;
  SELECT a.* INTO act FROM reeve.action a WHERE a.action_id = ids[1];
  -- Read before the cascade: whatever ended below this floor is visible to the statements after it.
  floor := pg_snapshot_xmin(pg_current_snapshot());
  IF act.horizon IS NULL THEN
    act.horizon := pg_snapshot_xmax(pg_current_snapshot());
    UPDATE reeve.action a SET horizon = act.horizon WHERE a.action_id = ANY (ids);
  END IF;
  SELECT coalesce(sum((e ->> 'rows')::int), 0) INTO added
  FROM reeve.collection c
  CROSS JOIN LATERAL jsonb_array_elements(reeve.rule_run(c, act.verb, act, keys,
    act.performed_at, CASE WHEN cardinality(ids) > 1 THEN ids END)) e
  WHERE c.collection_id = act.collection_id AND e ->> 'kind' <> 'list';
  IF added > 0 THEN
    IF act.batch_id IS NULL THEN
      PERFORM reeve.command_record('sweep', 'system:moderation.sweep',
        reeve.job_principal(job_id), act.collection_id, act.key, NULL, act.action_id);
    ELSE
      PERFORM reeve.command_record('sweep', 'system:moderation.sweep',
        reeve.job_principal(job_id), act.collection_id, batch_id => act.batch_id,
        -- As they were sealed together: what was undone meanwhile belongs to it.
        detail => jsonb_build_object('actions', (
          SELECT jsonb_build_array(min(u), max(u)) FROM unnest(action_ids) u)));
    END IF;
    PERFORM reeve.outbox_follow(ids);
  END IF;
  RETURN floor >= act.horizon;
END
$$;

COMMENT ON FUNCTION reeve.action_sweep(bigint, int, bigint[]) IS
  'Repeats the cascade of an action, or of those that one transaction of a batch did, for rows '
  'that transactions open at its commit have added, as more effects of the same actions. TRUE once '
  'all of those transactions have ended, or all of it was undone.';

GRANT EXECUTE ON FUNCTION reeve.action_sweep(bigint, int, bigint[]) TO reeve_worker;
