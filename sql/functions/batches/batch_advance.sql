CREATE OR REPLACE FUNCTION reeve.batch_advance(
  job reeve.job, progress reeve.job_progress, max_rows int)
RETURNS reeve.job_step
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
SET enable_seqscan = off  -- The planner may still believe that tables are empty.
AS $$
DECLARE
  step reeve.job_step;
  b reeve.batch;
BEGIN
  SELECT l.* INTO b FROM reeve.batch l WHERE l.job_id = job.job_id FOR NO KEY UPDATE;
  IF b.ended_at IS NULL AND EXISTS (
    SELECT FROM reeve.batch u WHERE u.reverses = b.batch_id) THEN
    UPDATE reeve.batch l SET ended_at = clock_timestamp(), halted = 'it was undone meanwhile'
    WHERE l.batch_id = b.batch_id RETURNING l.* INTO b;
  END IF;
  IF b.ended_at IS NULL THEN
    b := reeve.batch_step(b, 'system:moderation.batch', b.asked_by);
  END IF;
  step.done := b.seen;
  step.total := b.subjects;
  IF b.halted IS NOT NULL THEN
    step.state := 'discarded';
    step.note := b.halted;
  ELSIF b.ended_at IS NULL THEN
    step.state := 'running';
  ELSE
    step.state := 'completed';
    step.note := format(CASE WHEN b.changed = b.subjects THEN 'B%s: all %s subjects'
      ELSE 'B%1$s: %3$s of %2$s subjects; `batch B%1$s` names the others' END,
      b.batch_id, b.subjects, b.changed);
  END IF;
  RETURN step;
END
$$;

COMMENT ON FUNCTION reeve.batch_advance(reeve.job, reeve.job_progress, int) IS
  'Step of the kind moderation.batch: handles up to 500 more subjects, whatever max_rows is, with '
  'the rights that its asker has now. Discarded if it may not continue; it can be retried.';
