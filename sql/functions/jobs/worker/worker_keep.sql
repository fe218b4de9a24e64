CREATE OR REPLACE FUNCTION reeve.worker_keep(worker_id int, nonce uuid, job_ids bigint[])
RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '10s'
SET enable_seqscan = off
AS $$
DECLARE
  ids bigint[];
  leases int[];
BEGIN
  SELECT array_agg(r.job_id), array_agg(r.lease) INTO ids, leases
  FROM reeve.worker w JOIN reeve.job_run r ON r.worker_id = w.worker_id
  WHERE w.worker_id = worker_keep.worker_id AND w.nonce = worker_keep.nonce
    AND w.ended_at IS NULL AND r.job_id <> ALL (job_ids);
  RETURN (
    SELECT count(*) FROM reeve.job_release(ids, leases, array_fill(0::bigint,
      ARRAY[coalesce(cardinality(ids), 0)])));
END
$$;

COMMENT ON FUNCTION reeve.worker_keep(int, uuid, bigint[]) IS
  'Hands back the jobs of a worker that are not among these, without counting their attempts: '
  'their claim was committed, but its answer did not arrive. Returns how many.';

GRANT EXECUTE ON FUNCTION reeve.worker_keep(int, uuid, bigint[]) TO reeve_worker;
