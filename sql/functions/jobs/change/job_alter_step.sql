CREATE OR REPLACE FUNCTION reeve.job_alter_step(
  job reeve.job, progress reeve.job_progress, max_rows int)
RETURNS reeve.job_step
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET lock_timeout = '10s'
SET enable_seqscan = off  -- The planner may still believe that tables are empty.
AS $$
DECLARE
  given constant reeve.alter_args := reeve.args_read(NULL::reeve.alter_args, job.args);
  step reeve.job_step;
  batch bigint[];
  changed bigint;
  about text;
BEGIN
  IF NOT reeve.role_is_held('{reeve_senior}', job.principal) THEN
    step.state := 'discarded';
    step.note := format('%s is no longer a senior', job.principal);
    RETURN step;
  END IF;
  IF progress.checkpoint IS NULL THEN
    -- The jobs are chosen once: a retried job may fail and match again.
    INSERT INTO reeve.job_picked(by_id, job_id)
    SELECT job.job_id, m.job_id
    FROM reeve.job_match(given.verb, given.filter, job.job_id) m;
    GET DIAGNOSTICS step.total = ROW_COUNT;
    step.done := 0;
    changed := 0;
    about := format('%s jobs by job %s', step.total, job.job_id);
    INSERT INTO reeve.job_reason(command_id, subject, reason)
    VALUES (reeve.command_record(
      'jobs.' || given.verb, 'system:jobs.alter', job.principal,
      detail => jsonb_build_object('about', about)), about, given.why);
  ELSE
    WITH gone AS (
      DELETE FROM reeve.job_picked p
      WHERE p.by_id = job.job_id AND p.job_id = ANY (ARRAY(
        SELECT n.job_id FROM reeve.job_picked n
        WHERE n.by_id = job.job_id ORDER BY n.job_id LIMIT max_rows))
      RETURNING p.job_id
    )
    SELECT coalesce(array_agg(g.job_id), '{}') INTO batch FROM gone g;
    IF given.verb = 'cancel' THEN
      changed := (SELECT count(DISTINCT c.job_id) FROM reeve.job_cancel(batch,
        concat('cancelled by ', job.principal, ': ' || given.why)) c);
    ELSE
      changed := (SELECT count(*) FROM reeve.job_retry(batch));
    END IF;
    changed := changed + (progress.checkpoint ->> 'changed')::bigint;
    step.done := progress.done + cardinality(batch);
    step.total := progress.total;
  END IF;
  step.checkpoint := jsonb_build_object('changed', changed);
  step.state := 'running';
  IF step.done >= step.total THEN
    step.state := 'completed';
    step.note := CASE WHEN changed = step.total THEN format('all %s jobs', changed)
      ELSE format('%s of %s jobs; the others had changed state', changed, step.total) END;
  END IF;
  RETURN step;
END
$$;

COMMENT ON FUNCTION reeve.job_alter_step(reeve.job, reeve.job_progress, int) IS
  'Step of the kind jobs.alter. The first step chooses the jobs to cancel or retry, each later '
  'one alters at most max_rows of them. A job counts as altered if it was altered or, running, '
  'asked to stop, not if it ended meanwhile. Discarded if the asker is no longer a senior.';
