CREATE OR REPLACE FUNCTION reeve.batch_advance(
  job_id bigint, lease int, OUT batch_id bigint, OUT seen int, OUT subjects int, OUT changed int,
  OUT is_over boolean, OUT halted text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET lock_timeout = '500ms' SET jit = off SET work_mem = '64MB'
AS $$
#variable_conflict use_column
DECLARE
  b reeve.batch;
BEGIN
  IF NOT reeve.job_is_live(batch_advance.job_id, lease) THEN
    is_over := TRUE;
    halted := 'the lease is stale';
    RETURN;
  END IF;
  SELECT l.* INTO b FROM reeve.batch l
  WHERE l.job_id = batch_advance.job_id FOR NO KEY UPDATE;
  IF b.ended_at IS NULL AND EXISTS (
    SELECT FROM reeve.batch u WHERE u.reverses = b.batch_id) THEN
    UPDATE reeve.batch l SET ended_at = clock_timestamp(), halted = 'it was taken back meanwhile'
    WHERE l.batch_id = b.batch_id RETURNING l.* INTO b;
  END IF;
  IF b.ended_at IS NULL THEN
    b := reeve.batch_step(b, 'system:moderation.batch', b.asked_by);
  END IF;
  SELECT b.batch_id, b.seen, b.subjects, b.changed, b.ended_at IS NOT NULL OR b.halted IS NOT NULL,
    b.halted
  INTO batch_id, seen, subjects, changed, is_over, halted;
  PERFORM reeve.job_progress_report(batch_advance.job_id, lease, b.seen, b.subjects,
    format('B%s: %s of %s subjects', b.batch_id, b.seen, b.subjects));
END
$$;

COMMENT ON FUNCTION reeve.batch_advance(bigint, int) IS
  'Takes the batch of a running job at most 500 subjects further, with the rights that who asked '
  'has now. is_over: it has come to its end, or halted says why it may not go on.';

GRANT EXECUTE ON FUNCTION reeve.batch_advance(bigint, int) TO reeve_worker;
