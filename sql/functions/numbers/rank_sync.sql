CREATE OR REPLACE FUNCTION reeve.rank_sync(
  job reeve.job, progress reeve.job_progress, max_rows int)
RETURNS reeve.job_step
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET lock_timeout = '5s'
AS $$
DECLARE
  step reeve.job_step;
  r record;
  applied bigint := reeve.rank_drain(max_rows, job.app);
BEGIN
  FOR r IN
    SELECT k.rank_id, k.collection_id, f.failed_at
    FROM reeve.rank_rule k
    JOIN reeve.collection c USING (collection_id)
    LEFT JOIN reeve.change_fault f ON f.reader = 'rank' AND f.collection_id = k.collection_id
    WHERE k.is_live AND (job.app IS NULL OR c.app = job.app) ORDER BY k.rank_id
  LOOP
    CONTINUE WHEN job.app IS NULL AND r.failed_at > clock_timestamp() - interval '30 seconds';
    -- Changes taken from the log stay taken, even if the app's expressions fail.
    BEGIN
      applied := applied + reeve.rank_advance(r.rank_id, max_rows);
      PERFORM reeve.change_park('rank', r.collection_id, NULL) WHERE r.failed_at IS NOT NULL;
    EXCEPTION WHEN OTHERS THEN
      PERFORM reeve.change_park('rank', r.collection_id, SQLERRM);
    END;
  END LOOP;
  step.done := progress.done + applied;
  step.state := CASE WHEN applied > 0 THEN 'running' ELSE 'completed' END;
  RETURN step;
END
$$;

COMMENT ON FUNCTION reeve.rank_sync(reeve.job, reeve.job_progress, int) IS
  'Step of the kind rank.sync: takes about max_rows changes of an app, or of each, from the log, '
  'and builds or updates its ranks; a rank that cannot be computed does not stop the others; a '
  'job for all tries it again 30 s later.';
