CREATE OR REPLACE FUNCTION reeve.rank_sync(
  job reeve.job, progress reeve.job_progress, max_rows int)
RETURNS reeve.job_step
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET lock_timeout = '5s'
AS $$
DECLARE
  step reeve.job_step;
  r record;
  applied bigint := reeve.rank_drain(max_rows);
BEGIN
  FOR r IN
    SELECT k.rank_id, format('%s/%s', c.app, c.name) AS name
    FROM reeve.rank_rule k JOIN reeve.collection c USING (collection_id)
    WHERE k.is_live AND (job.app IS NULL OR c.app = job.app) ORDER BY k.rank_id
  LOOP
    -- Changes taken from the log stay taken, even if the app's expressions fail.
    BEGIN
      applied := applied + reeve.rank_advance(r.rank_id, max_rows);
    EXCEPTION WHEN OTHERS THEN
      step.note := concat_ws('; ', step.note, format('the rank of %s: %s', r.name, SQLERRM));
    END;
  END LOOP;
  step.done := progress.done + applied;
  step.state := CASE WHEN applied > 0 THEN 'running' WHEN step.note IS NOT NULL THEN 'retryable'
    ELSE 'completed' END;
  -- The failure is reported once, at the end.
  IF applied > 0 THEN
    step.note := NULL;
  END IF;
  RETURN step;
END
$$;

COMMENT ON FUNCTION reeve.rank_sync(reeve.job, reeve.job_progress, int) IS
  'Step of the kind rank.sync: takes at most max_rows changes from the log, and builds or '
  'updates the ranks of one app or of all; a rank that cannot be computed does not stop the '
  'others.';
