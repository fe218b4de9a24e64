CREATE OR REPLACE FUNCTION reeve.job_cancel(job_ids bigint[], why text)
RETURNS TABLE(job_id bigint, state text)
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
SET plan_cache_mode = force_custom_plan
AS $$
DECLARE
  ended bigint[];
  is_over boolean;
BEGIN
  -- Jobs move between the tables meanwhile; a job that a whole round does not find has ended.
  LOOP
    RETURN QUERY
      WITH ready AS (
        DELETE FROM reeve.job_ready r WHERE r.job_id = ANY (job_ids) RETURNING r.*
      ), timed AS (
        DELETE FROM reeve.job_timer t WHERE t.job_id = ANY (job_ids) RETURNING t.*
      ), waiting AS (
        DELETE FROM reeve.job_wait w WHERE w.job_id = ANY (job_ids) RETURNING w.*
      ), gone(job_id, day, queue_id, lease, attempt, state) AS (
        SELECT r.job_id, r.day, r.queue_id, r.lease, r.attempt, 'available' FROM ready r
        UNION ALL
        SELECT t.job_id, t.day, t.queue_id, t.lease, t.attempt,
          CASE t.reason WHEN 'retryable' THEN 'retryable' ELSE 'scheduled' END
        FROM timed t
        UNION ALL
        SELECT w.job_id, w.day, w.queue_id, 0, 0::smallint, 'waiting' FROM waiting w
      ), freed AS (
        DELETE FROM reeve.job_key k USING gone g WHERE k.job_id = g.job_id
      ), quiet AS (
        DELETE FROM reeve.job_progress p USING gone g WHERE p.job_id = g.job_id
      ), unlinked AS (
        DELETE FROM reeve.job_after a USING gone g WHERE a.job_id = g.job_id
      ), counted AS (
        INSERT INTO reeve.job_delta(queue_id, state, n)
        SELECT g.queue_id, s.state, sum(s.n)
        FROM gone g CROSS JOIN LATERAL (VALUES (g.state, -1), ('cancelled', 1)) s(state, n)
        GROUP BY 1, 2
      ), recorded AS (
        INSERT INTO reeve.job_end(job_id, lease, day, attempt, outcome, error)
        SELECT g.job_id, g.lease + 1, g.day, g.attempt, 'cancelled', left(why, 8000) FROM gone g
      )
      SELECT g.job_id, g.state FROM gone g;
    is_over := NOT FOUND;
    RETURN QUERY
      UPDATE reeve.job_run r SET cancel_at = clock_timestamp()
      WHERE r.job_id = ANY (job_ids) AND r.cancel_at IS NULL
      RETURNING r.job_id, 'running';
    EXIT WHEN is_over AND NOT FOUND;
  END LOOP;
  ended := ARRAY(SELECT e.job_id FROM reeve.job_end e
    WHERE e.job_id = ANY (job_ids) AND e.outcome = 'cancelled');
  PERFORM reeve.job_cancel_dependents(ended);
END
$$;

COMMENT ON FUNCTION reeve.job_cancel(bigint[], text) IS
  'Cancels jobs, and with them the jobs that wait for them. A job that is not running ends at '
  'once; the worker of a running one is notified, and cancels it. Returns the state that each was '
  'in; a job that is missing had ended.';
