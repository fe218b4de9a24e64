CREATE OR REPLACE FUNCTION reeve.job_advance(
  job_id bigint, lease int, max_rows int, completes boolean DEFAULT FALSE,
  OUT state text, OUT rows bigint, OUT note text, OUT wait_ms bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET lock_timeout = '500ms' SET jit = off SET work_mem = '64MB'
AS $$
DECLARE
  job reeve.job;
  kind reeve.job_kind;
  progress reeve.job_progress;
  step reeve.job_step;
  callee text;
BEGIN
  rows := 0;
  IF NOT reeve.job_is_live(job_id, lease) THEN
    state := 'lost';
    RETURN;
  END IF;
  SELECT j.* INTO job
  FROM reeve.job_run r JOIN reeve.job j ON j.job_id = r.job_id AND j.day = r.day
  WHERE r.job_id = job_advance.job_id;
  SELECT k.* INTO kind FROM reeve.job_kind k WHERE k.kind_id = job.kind_id;
  callee := 'reeve.' || quote_ident(kind.step_function) || '(reeve.job, reeve.job_progress, int)';
  IF NOT EXISTS (
    SELECT FROM pg_proc p
    WHERE p.oid = to_regprocedure(callee) AND p.proowner = 'reeve_owner'::regrole
      AND p.prorettype = 'reeve.job_step'::regtype AND NOT p.proretset)
  THEN
    RAISE EXCEPTION 'jobs of kind % have no step function', kind.name USING ERRCODE = 'RV004',
      HINT = 'reeve.job_kind names a function of reeve_owner, (reeve.job, reeve.job_progress, int) '
        'RETURNS reeve.job_step.';
  END IF;
  SELECT p.* INTO progress FROM reeve.job_progress p WHERE p.job_id = job_advance.job_id;
  progress.job_id := job_id;
  progress.lease := lease;
  progress.done := coalesce(progress.done, 0);
  EXECUTE format('SELECT s.* FROM reeve.%I($1, $2, $3) s', kind.step_function) INTO step
  USING job, progress, CASE WHEN kind.step_rows IS NULL OR max_rows < 50 THEN max_rows
    ELSE kind.step_rows END;
  IF (step.state IN ('running', 'completed', 'scheduled', 'retryable', 'discarded', 'cancelled'))
    IS NOT TRUE
  THEN
    RAISE EXCEPTION 'reeve.% returned the state %', kind.step_function,
      coalesce(quote_literal(step.state), 'NULL') USING ERRCODE = 'RV001';
  END IF;
  state := step.state;
  rows := coalesce(step.done - progress.done, 0);
  note := step.note;
  wait_ms := coalesce(extract(epoch FROM step.wait) * 1000, 0);
  -- The reason of a failure is recorded with the end of the attempt.
  IF state IN ('retryable', 'discarded', 'cancelled') THEN
    step.note := NULL;
  END IF;
  IF rows > 0 OR coalesce(step.total, progress.total) IS DISTINCT FROM progress.total
    OR num_nonnulls(step.note, step.checkpoint) > 0
  THEN
    PERFORM reeve.job_progress_report(job_id, lease, progress.done + rows,
      coalesce(step.total, progress.total), coalesce(step.note, progress.note), step.checkpoint);
  END IF;
  IF step.note IS NOT NULL THEN
    PERFORM reeve.job_log_add(job_id, lease, step.note);
  END IF;
  IF completes AND state = 'completed' THEN
    PERFORM reeve.job_complete(ARRAY[job_id], ARRAY[lease]);
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.job_advance(bigint, int, int, boolean) IS
  'Does one step of a running job: calls the step function of its kind, with max_rows or, where '
  'the kind has step_rows and max_rows is not under 50, as after a slow step, with these; records '
  'progress, checkpoint and log in the same transaction, and with completes also that the job is '
  'completed, if it is: then a finished job is never run again. state: as in reeve.job_step, or '
  'lost when the lease is stale; then nothing is done. rows: how many this step did. RV004 for a '
  'kind without a step function. NULL: note.';

GRANT EXECUTE ON FUNCTION reeve.job_advance(bigint, int, int, boolean) TO reeve_worker;
