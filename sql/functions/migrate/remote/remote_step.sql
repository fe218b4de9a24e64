CREATE OR REPLACE FUNCTION reeve.remote_step(c reeve.live_copy, progress reeve.job_progress)
RETURNS reeve.job_step
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  step reeve.job_step;
  reason text := format('the manifest of this worker does not say where the target of %s/%s is',
    c.app, c.name);
BEGIN
  step.done := progress.done;
  IF c.phase = 'live' THEN
    step.state := 'completed';
    step.note := 'the target is live';
  ELSIF c.phase NOT IN ('copying', 'following') THEN
    step.state := 'scheduled';
    step.wait := '5 s';
  ELSE
    -- Another worker may have it.
    step.state := 'scheduled';
    step.wait := '5 s';
    step.note := CASE WHEN progress.note IS DISTINCT FROM reason THEN reason END;
  END IF;
  RETURN step;
END
$$;

COMMENT ON FUNCTION reeve.remote_step(reeve.live_copy, reeve.job_progress) IS
  'Step of a job of a copy to another database that no worker does itself: it waits for one whose '
  'manifest says where the target is, or for the end of a cutover or a rollback; it is over once '
  'the target is live.';
