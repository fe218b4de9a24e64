CREATE OR REPLACE FUNCTION reeve.flag_rule_step(
  job reeve.job, progress reeve.job_progress, max_rows int)
RETURNS reeve.job_step
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET "TimeZone" = 'UTC'
AS $$
DECLARE
  step reeve.job_step;
  present timestamptz := clock_timestamp();
  done int := coalesce((progress.checkpoint ->> 'done')::int, 0);
  f reeve.flag;
  cause text;
  raised int;
BEGIN
  step.done := progress.done;
  step.state := 'running';
  SELECT l.* INTO f FROM reeve.flag l JOIN reeve.flag_state s USING (flag_id)
  WHERE l.is_live AND l.kind = 'rule' AND s.on_since IS NOT NULL AND l.flag_id > done
    AND (job.app IS NULL OR l.app = job.app)
  ORDER BY l.flag_id LIMIT 1;
  IF NOT FOUND THEN
    step.state := 'completed';
    RETURN step;
  END IF;
  -- First it is written down which rule is next: if nobody hears of the step that runs it, the next
  -- attempt, which has another lease, goes on with the rule after it.
  IF (progress.checkpoint ->> 'next')::int IS DISTINCT FROM f.flag_id THEN
    step.checkpoint := jsonb_build_object('done', done, 'next', f.flag_id, 'lease', progress.lease);
    RETURN step;
  END IF;
  step.checkpoint := jsonb_build_object('done', f.flag_id);
  PERFORM FROM reeve.flag_state s
  WHERE s.flag_id = f.flag_id AND s.on_since IS NOT NULL FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RETURN step; -- Somebody has just switched it off.
  ELSIF (progress.checkpoint ->> 'lease')::int IS DISTINCT FROM progress.lease THEN
    cause := 'it did not end';
  ELSE
    BEGIN
      raised := reeve.flag_raise(f, NULL, present);
    EXCEPTION
      WHEN query_canceled THEN
        -- Whoever else cancels this, such as a worker that stops, wants it to end.
        IF clock_timestamp() - statement_timestamp()
          < nullif(current_setting('statement_timeout'), '0')::interval IS NOT FALSE
        THEN
          RAISE;
        END IF;
        cause := 'it takes longer than ' || current_setting('statement_timeout');
      WHEN assert_failure OR OTHERS THEN
        cause := SQLERRM;
    END;
  END IF;
  UPDATE reeve.flag_state s SET failed_at = CASE WHEN cause IS NOT NULL THEN present END
  WHERE s.flag_id = f.flag_id;
  PERFORM reeve.change_park('flag ' || f.name, f.collection_id, cause);
  IF cause IS NOT NULL THEN
    step.note := format('rule %s: %s', f.name, cause);
  ELSIF raised > 0 THEN
    step.note := format('rule %s: %s reported', f.name, raised);
  END IF;
  RETURN step;
END
$$;

COMMENT ON FUNCTION reeve.flag_rule_step(reeve.job, reeve.job_progress, int) IS
  'Step of the kind moderation.rule: runs the next rule of the job''s app, of all if NULL, that is '
  'on, and reports what is new. A rule that fails, takes longer than statement_timeout, or ended '
  'with its session, stops no other; flag_state says so. Locks the state of the rule.';
