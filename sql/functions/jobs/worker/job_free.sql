CREATE OR REPLACE FUNCTION reeve.job_free(job_ids bigint[]) RETURNS int
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  bells int[];
  moved int;
BEGIN
  WITH free AS (
    DELETE FROM reeve.job_wait w
    WHERE w.job_id = ANY (job_ids) AND w.missing = 0
    RETURNING w.*
  ), timed AS (
    INSERT INTO reeve.job_timer AS t(due_at, job_id, day, reason, queue_id, priority)
    SELECT f.due_at, f.job_id, f.day, 'scheduled', f.queue_id, f.priority FROM free f
    WHERE f.due_at > clock_timestamp()
    RETURNING t.job_id
  ), ready AS (
    INSERT INTO reeve.job_ready AS r(queue_id, priority, job_id, day)
    SELECT f.queue_id, f.priority, f.job_id, f.day FROM free f
    WHERE f.job_id NOT IN (SELECT t.job_id FROM timed t) ORDER BY f.job_id
    RETURNING r.queue_id, r.job_id
  ), counted AS (
    INSERT INTO reeve.job_delta(queue_id, state, n)
    SELECT f.queue_id, s.state, sum(s.n)
    FROM free f
    CROSS JOIN LATERAL (VALUES ('waiting', -1), (
      CASE WHEN f.job_id IN (SELECT r.job_id FROM ready r) THEN 'available' ELSE 'scheduled' END, 1)
    ) s(state, n)
    GROUP BY 1, 2
  )
  SELECT array_agg(DISTINCT r.queue_id), count(*) INTO bells, moved FROM ready r;
  PERFORM reeve.job_notify(bells);
  RETURN moved;
END
$$;

COMMENT ON FUNCTION reeve.job_free(bigint[]) IS
  'Makes ready those of the jobs that no longer wait for anything; returns how many.';
