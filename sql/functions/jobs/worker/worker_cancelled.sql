CREATE OR REPLACE FUNCTION reeve.worker_cancelled(worker_id int, nonce uuid)
RETURNS TABLE(job_id bigint, lease int)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET enable_seqscan = off
AS $$
BEGIN
  RETURN QUERY
    SELECT r.job_id, r.lease
    FROM reeve.job_run r JOIN reeve.worker w ON w.worker_id = r.worker_id
    WHERE r.worker_id = worker_cancelled.worker_id AND r.cancel_at IS NOT NULL
      AND w.nonce = worker_cancelled.nonce;
END
$$;

COMMENT ON FUNCTION reeve.worker_cancelled(int, uuid) IS
  'The worker''s attempts that somebody asked to cancel.';

GRANT EXECUTE ON FUNCTION reeve.worker_cancelled(int, uuid) TO reeve_worker;
