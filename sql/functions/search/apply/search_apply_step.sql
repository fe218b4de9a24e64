CREATE OR REPLACE FUNCTION reeve.search_apply_step(
  job reeve.job, progress reeve.job_progress, max_rows int)
RETURNS reeve.job_step
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  step reeve.job_step;
  applied int;
BEGIN
  applied := reeve.search_take(job.collection_id, max_rows);
  step.done := progress.done + applied;
  step.state := CASE WHEN applied = 0 THEN 'completed'
    -- A long backlog takes several runs, each within the time limit of one.
    WHEN EXISTS (SELECT FROM reeve.job_run r
      WHERE r.job_id = job.job_id AND r.claimed_at < clock_timestamp() - interval '20 s')
      THEN 'scheduled'
    ELSE 'running' END;
  step.wait := '0';
  RETURN step;
EXCEPTION WHEN lock_not_available THEN
  -- Another session is applying changes.
  step.state := 'scheduled';
  step.wait := '1 s';
  step.done := progress.done;
  RETURN step;
END
$$;

COMMENT ON FUNCTION reeve.search_apply_step(reeve.job, reeve.job_progress, int) IS
  'Step of the kind search.apply: applies at most max_rows changes that wait for the live index '
  'of the job''s collection. If a row cannot be read, the job fails and is retried.';
