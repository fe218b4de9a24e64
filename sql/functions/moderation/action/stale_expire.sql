CREATE OR REPLACE FUNCTION reeve.stale_expire(
  job reeve.job, progress reeve.job_progress, max_rows int)
RETURNS reeve.job_step
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
SET enable_seqscan = off  -- The planner may still believe that tables are empty.
AS $$
DECLARE
  step reeve.job_step;
  c reeve.collection := reeve.collection_resolve(job.app, job.args ->> 'collection');
  at timestamptz := clock_timestamp();
  act reeve.action;
  r reeve.rule;
  written reeve.rule_rows[] := '{}';
  ended int := 0;
BEGIN
  FOR r IN
    SELECT l.* FROM reeve.rule l
    WHERE l.app = c.app AND l.verb = 'expire' AND l.collection_id = c.collection_id AND l.is_live
    ORDER BY l.seq
  LOOP
    EXIT WHEN ended >= max_rows;
    CONTINUE WHEN NOT EXISTS (
      SELECT FROM reeve.app_select(r.rule_id, NULL, at, NULL, NULL, 'any', 1));
    IF act.action_id IS NULL THEN
      INSERT INTO reeve.action(verb, collection_id, actor, principal)
      VALUES ('expire', c.collection_id, 'system:collection.expire', job.principal)
      RETURNING * INTO act;
    END IF;
    written := written || reeve.rule_write(
      r, act, reeve.rule_take(r, act, NULL, at, 'skip', max_rows - ended), is_set => TRUE);
    ended := ended + coalesce(cardinality(written[cardinality(written)].keys), 0);
  END LOOP;
  IF ended > 0 THEN
    PERFORM reeve.effect_assert(written);
    PERFORM reeve.command_record('expire', act.actor, act.principal, c.collection_id, NULL, NULL,
      act.action_id);
    PERFORM reeve.outbox_follow(ARRAY[act.action_id]);
  ELSIF act.action_id IS NOT NULL THEN
    DELETE FROM reeve.action a WHERE a.action_id = act.action_id;
  END IF;
  step.done := progress.done + ended;
  step.state := CASE WHEN ended > 0 THEN 'running' ELSE 'completed' END;
  IF ended = 0 AND step.done > 0 THEN
    step.note := format('ended %s rows', step.done);
  END IF;
  RETURN step;
END
$$;

COMMENT ON FUNCTION reeve.stale_expire(reeve.job, reeve.job_progress, int) IS
  'Step of the kind collection.expire: ends at most max_rows stale rows of a collection as its '
  'catalog says, with notices to both sides, as one command. Skips locked rows.';
