CREATE OR REPLACE FUNCTION reeve.job_complete(job_ids bigint[], leases int[])
RETURNS SETOF bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off
SET enable_hashjoin = off SET enable_mergejoin = off SET jit = off
AS $$
BEGIN
  RETURN QUERY
    WITH gone AS (
      DELETE FROM reeve.job_run r USING unnest(job_ids, leases) a(job_id, lease)
      WHERE r.job_id = a.job_id AND r.lease = a.lease
      RETURNING r.*
    ), freed AS (
      DELETE FROM reeve.job_key k USING gone g WHERE k.job_id = g.job_id
    ), quiet AS (
      DELETE FROM reeve.job_progress p USING gone g WHERE p.job_id = g.job_id
    )
    INSERT INTO reeve.job_end AS e(job_id, lease, day, attempt, outcome, worker_id, claimed_at)
    SELECT g.job_id, g.lease, g.day, g.attempt, 'completed', g.worker_id, g.claimed_at FROM gone g
    RETURNING e.job_id;
END
$$;

COMMENT ON FUNCTION reeve.job_complete(bigint[], int[]) IS
  'Records attempts as completed; gives the jobs recorded. One that is not given was stale.';

GRANT EXECUTE ON FUNCTION reeve.job_complete(bigint[], int[]) TO reeve_worker;
