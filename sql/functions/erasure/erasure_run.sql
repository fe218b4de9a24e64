CREATE OR REPLACE FUNCTION reeve.erasure_run(
  job reeve.job, progress reeve.job_progress, max_rows int)
RETURNS reeve.job_step
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET lock_timeout = '5s'
SET enable_seqscan = off  -- The planner may still believe that tables are empty.
AS $$
DECLARE
  step reeve.job_step;
  other reeve.job_step;
  name text;
BEGIN
  step.state := 'completed';
  FOR name IN
    SELECT a.app FROM reeve.app a WHERE job.app IS NULL OR a.app = job.app ORDER BY a.app
  LOOP
    BEGIN
      other := reeve.erasure_advance(name, max_rows);
    EXCEPTION WHEN OTHERS THEN
      -- Tried again, once the other apps have nothing left.
      other.state := 'retryable';
      other.note := format('%s: %s', name, SQLERRM);
    END;
    IF other.state = 'running' THEN
      RETURN other;
    ELSIF other.state = 'retryable' OR step.state = 'completed' THEN
      step.state := other.state;
    END IF;
    step.note := nullif(concat_ws('; ', step.note, other.note), '');
    step.wait := coalesce(step.wait, other.wait);
  END LOOP;
  RETURN step;
END
$$;

COMMENT ON FUNCTION reeve.erasure_run(reeve.job, reeve.job_progress, int) IS
  'Step of the kind moderation.erase: the next step in one app or in all; an app that fails does '
  'not stop the others. Scheduled while it waits for a transaction or a notice. The note says '
  'what was erased, or what is in the way.';
