CREATE OR REPLACE FUNCTION reeve.rank_sync(
  job reeve.job, progress reeve.job_progress, max_rows int)
RETURNS reeve.job_step
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET lock_timeout = '5s'
AS $$
DECLARE
  step reeve.job_step;
  applied int := 0;
BEGIN
  PERFORM FROM reeve.change_reader r WHERE r.name = 'rank' FOR UPDATE;
  IF FOUND THEN
    applied := reeve.rank_advance(max_rows);
  END IF;
  step.done := progress.done + applied;
  step.state := CASE WHEN applied > 0 THEN 'running' ELSE 'completed' END;
  RETURN step;
EXCEPTION WHEN lock_not_available THEN
  -- Somebody else applies changes just now.
  step.state := 'completed';
  step.done := progress.done;
  RETURN step;
END
$$;

COMMENT ON FUNCTION reeve.rank_sync(reeve.job, reeve.job_progress, int) IS
  'Step of the kind rank.sync: builds ranks that are new, and applies at most max_rows changes.';
