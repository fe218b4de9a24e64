CREATE OR REPLACE FUNCTION reeve.job_timer_tick(max_jobs int) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '10s'
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off
SET enable_hashjoin = off SET enable_mergejoin = off SET jit = off
AS $$
DECLARE
  moved int;
  bells int[];
BEGIN
  WITH due AS (
    DELETE FROM reeve.job_timer t
    WHERE t.ctid = ANY (ARRAY(
      SELECT c.ctid FROM reeve.job_timer c
      WHERE c.due_at <= (SELECT clock_timestamp()) AND (SELECT reeve.home_is_here())
      ORDER BY c.due_at, c.job_id LIMIT max_jobs FOR UPDATE SKIP LOCKED))
    RETURNING t.*
  ), ready AS (
    INSERT INTO reeve.job_ready(queue_id, priority, job_id, day, lease, attempt, losses)
    SELECT d.queue_id, d.priority, d.job_id, d.day, d.lease, d.attempt, d.losses
    FROM due d ORDER BY d.due_at, d.job_id
  ), counted AS (
    INSERT INTO reeve.job_delta(queue_id, state, n)
    SELECT d.queue_id, s.state, sum(s.n)
    FROM due d
    CROSS JOIN LATERAL (VALUES ('available', 1), (
      CASE d.reason WHEN 'retryable' THEN 'retryable' ELSE 'scheduled' END, -1)) s(state, n)
    GROUP BY 1, 2
  )
  SELECT count(*), array_agg(DISTINCT d.queue_id) INTO moved, bells FROM due d;
  PERFORM reeve.job_notify(bells);
  RETURN moved;
END
$$;

COMMENT ON FUNCTION reeve.job_timer_tick(int) IS
  'Makes up to max_jobs due jobs ready; returns how many.';

GRANT EXECUTE ON FUNCTION reeve.job_timer_tick(int) TO reeve_worker;
