CREATE OR REPLACE FUNCTION reeve.worker_stop(worker_id int, nonce uuid) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '10s'
AS $$
DECLARE
  returned int;
  bells int[];
  unwanted bigint[];
BEGIN
  UPDATE reeve.worker w SET ended_at = clock_timestamp(), ended_by = 'stop', is_clear = TRUE
  WHERE w.worker_id = worker_stop.worker_id AND w.nonce = worker_stop.nonce AND w.ended_at IS NULL;
  IF NOT FOUND THEN
    RETURN 0;
  END IF;
  WITH gone AS (
    DELETE FROM reeve.job_run r WHERE r.worker_id = worker_stop.worker_id RETURNING r.*
  ), ready AS (
    INSERT INTO reeve.job_ready(queue_id, priority, job_id, day, lease, attempt, losses)
    SELECT g.queue_id, g.priority, g.job_id, g.day, g.lease, g.attempt - 1, g.losses
    FROM gone g ORDER BY g.job_id
  ), counted AS (
    INSERT INTO reeve.job_delta(queue_id, state, n)
    SELECT g.queue_id, s.state, sum(s.n)
    FROM gone g, (VALUES ('running', -1), ('available', 1)) s(state, n) GROUP BY 1, 2
  )
  SELECT count(*), array_agg(DISTINCT g.queue_id),
    array_agg(g.job_id) FILTER (WHERE g.cancel_at IS NOT NULL)
  INTO returned, bells, unwanted FROM gone g;
  -- Somebody cancelled it before it was handed back.
  IF unwanted IS NOT NULL THEN
    PERFORM reeve.job_cancel(unwanted, 'cancelled while it ran');
  END IF;
  PERFORM reeve.job_notify(bells);
  RETURN returned;
END
$$;

COMMENT ON FUNCTION reeve.worker_stop(int, uuid) IS
  'Ends a worker and hands back the jobs that it still holds without counting their attempts; '
  'returns how many.';

GRANT EXECUTE ON FUNCTION reeve.worker_stop(int, uuid) TO reeve_worker;
