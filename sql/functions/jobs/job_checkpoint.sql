CREATE OR REPLACE FUNCTION reeve.job_checkpoint(job_id bigint, lease int) RETURNS jsonb
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT p.checkpoint
  FROM reeve.job_run r JOIN reeve.job_progress p USING (job_id)
  WHERE r.job_id = job_checkpoint.job_id AND r.lease = job_checkpoint.lease
$$;

COMMENT ON FUNCTION reeve.job_checkpoint(bigint, int) IS
  'Where an earlier attempt of the job left off; NULL where none said so, or the lease is stale.';

GRANT EXECUTE ON FUNCTION reeve.job_checkpoint(bigint, int) TO reeve_worker;
