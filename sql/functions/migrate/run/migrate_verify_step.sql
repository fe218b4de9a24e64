CREATE OR REPLACE FUNCTION reeve.migrate_verify_step(
  job reeve.job, progress reeve.job_progress, max_rows int)
RETURNS reeve.job_step
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  step reeve.job_step;
  c reeve.live_copy;
  range record;
  again record;
  low text[] := ARRAY(SELECT jsonb_array_elements_text(progress.checkpoint -> 'low'));
  differing bigint := coalesce((progress.checkpoint ->> 'differing')::bigint, 0);
BEGIN
  step.done := progress.done;
  SELECT * INTO c FROM reeve.live_copy l
  WHERE l.copy_id = (reeve.args_read(NULL::reeve.copy_args, job.args)).copy;
  IF c.copy_id IS NULL OR c.ended_at IS NOT NULL OR c.broken IS NOT NULL THEN
    step.state := 'discarded';
    step.note := coalesce(c.broken, 'the copy has ended');
    RETURN step;
  ELSIF c.server IS NOT NULL THEN
    RETURN reeve.remote_step(c, progress);
  ELSIF c.phase = 'copying' OR reeve.migrate_busy(c.copy_id) IS NOT NULL THEN
    step.state := 'scheduled';
    step.wait := '5 s';
    RETURN step;
  END IF;
  SELECT * INTO range FROM reeve.migrate_verify(c.copy_id, nullif(low, '{}'), 10000);
  differing := differing + coalesce(cardinality(range.differing), 0);
  IF range.moving IS NOT NULL THEN
    PERFORM reeve.migrate_apply(c.copy_id, 5000, TRUE);
    SELECT * INTO again FROM reeve.migrate_verify(c.copy_id, NULL, 0, range.moving);
    differing := differing + coalesce(cardinality(again.differing), 0);
  END IF;
  step.done := progress.done + range.rows;
  step.total := greatest(c.total, c.copied, step.done);
  IF range.high IS NOT NULL THEN
    step.state := 'running';
    step.checkpoint := jsonb_build_object('low', range.high, 'differing', differing);
    RETURN step;
  END IF;
  PERFORM reeve.migrate_verified(c.copy_id, step.done, differing);
  step.state := CASE WHEN differing > 0 THEN 'discarded' ELSE 'completed' END;
  step.note := format('compared %s rows, %s differ', step.done, differing);
  RETURN step;
EXCEPTION WHEN lock_not_available THEN
  step.state := 'scheduled';
  step.wait := '2 s';
  step.done := progress.done;
  RETURN step;
END
$$;

COMMENT ON FUNCTION reeve.migrate_verify_step(reeve.job, reeve.job_progress, int) IS
  'Step of the kind migrate.verify: compares the next 10,000 rows of a live copy; the outcome '
  'counts as one of `reeve migrate verify`. Waits until all rows are copied, while the copy is '
  'paused, and where the target is in another database (reeve.remote_step).';
