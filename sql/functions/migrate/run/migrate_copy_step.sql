CREATE OR REPLACE FUNCTION reeve.migrate_copy_step(
  job reeve.job, progress reeve.job_progress, max_rows int)
RETURNS reeve.job_step
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  given constant reeve.copy_args := reeve.args_read(NULL::reeve.copy_args, job.args);
  step reeve.job_step;
  c reeve.live_copy;
  reason text;
  is_done boolean;
BEGIN
  step.done := progress.done;
  SELECT * INTO c FROM reeve.live_copy l WHERE l.copy_id = given.copy;
  IF c.copy_id IS NULL OR c.ended_at IS NOT NULL
    OR given.part IS NOT NULL AND c.phase <> 'copying' THEN
    step.state := 'completed';
    RETURN step;
  ELSIF c.broken IS NOT NULL THEN
    step.state := 'discarded';
    step.note := c.broken;
    RETURN step;
  ELSIF c.server IS NOT NULL THEN
    RETURN reeve.remote_step(c, progress);
  END IF;
  reason := reeve.migrate_busy(c.copy_id);
  IF reason IS NOT NULL THEN
    step.state := 'scheduled';
    step.wait := '5 s';
    step.note := CASE WHEN progress.note IS DISTINCT FROM reason THEN reason END;
    RETURN step;
  END IF;
  step.state := 'running';
  IF c.wal_at IS DISTINCT FROM (
    SELECT l.wal_at FROM reeve.live_copy l WHERE l.copy_id = c.copy_id)
  THEN
    -- Measuring the WAL has locked the copy: end here, so that others need not wait for a step.
    step.done := progress.done;
  ELSIF c.phase = 'copying' THEN
    IF NOT reeve.migrate_step(c.copy_id) THEN
      step.state := 'scheduled';
      step.wait := '0.5 s';
    END IF;
  ELSE
    is_done := (SELECT a.is_done FROM reeve.migrate_apply(c.copy_id, 5000) a);
    IF is_done THEN
      PERFORM reeve.migrate_apply(c.copy_id, 5000, TRUE);
      step.state := 'scheduled';
      step.wait := '2 s';
    END IF;
  END IF;
  SELECT greatest(l.copied, progress.done), greatest(l.total, l.copied)
  INTO step.done, step.total
  FROM reeve.live_copy l WHERE l.copy_id = c.copy_id;
  RETURN step;
EXCEPTION WHEN lock_not_available OR deadlock_detected OR serialization_failure THEN
  -- A cutover or another run holds the copy.
  step.state := 'scheduled';
  step.wait := '2 s';
  step.done := progress.done;
  RETURN step;
END
$$;

COMMENT ON FUNCTION reeve.migrate_copy_step(reeve.job, reeve.job_progress, int) IS
  'Step of the kind migrate.copy: half a second''s work of a live copy. The first job applies '
  'changes until the copy has ended; others, whose arguments have a `part`, only help to copy. '
  'Waits while the copy is paused or its pace is exceeded, and where the target is in another '
  'database (reeve.remote_step).';
