CREATE OR REPLACE FUNCTION reeve.job_timer_tick(max_jobs int) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off
SET enable_hashjoin = off SET enable_mergejoin = off SET jit = off
AS $$
DECLARE
  moved int;
BEGIN
  WITH due AS (
    DELETE FROM reeve.job_timer t
    WHERE t.ctid = ANY (ARRAY(
      SELECT c.ctid FROM reeve.job_timer c WHERE c.due_at <= (SELECT clock_timestamp())
      ORDER BY c.due_at, c.job_id LIMIT max_jobs FOR UPDATE SKIP LOCKED))
    RETURNING t.*
  )
  INSERT INTO reeve.job_ready(queue_id, priority, job_id, day, lease, attempt, losses)
  SELECT d.queue_id, d.priority, d.job_id, d.day, d.lease, d.attempt, d.losses
  FROM due d ORDER BY d.due_at, d.job_id;
  GET DIAGNOSTICS moved = ROW_COUNT;
  RETURN moved;
END
$$;

COMMENT ON FUNCTION reeve.job_timer_tick(int) IS 'Makes up to max_jobs due jobs ready; how many.';

GRANT EXECUTE ON FUNCTION reeve.job_timer_tick(int) TO reeve_worker;
