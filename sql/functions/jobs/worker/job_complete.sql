CREATE OR REPLACE FUNCTION reeve.job_complete(job_ids bigint[], leases int[])
RETURNS SETOF bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '10s'
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off
SET enable_hashjoin = off SET enable_mergejoin = off SET jit = off
AS $$
DECLARE
  recorded bigint[];
  low bigint;
  high bigint;
BEGIN
  WITH gone AS (
    -- Each is looked up by its number, and its lease in a hash. A join, where a table full of dead
    -- rows counts as empty, compared each with each.
    DELETE FROM reeve.job_run r
    WHERE r.job_id = ANY (job_ids)
      AND ((r.job_id, r.lease) IN (SELECT * FROM unnest(job_ids, leases))) IS TRUE
    RETURNING r.*
  ), ended AS (
    INSERT INTO reeve.job_end(job_id, lease, day, attempt, outcome, worker_id, claimed_at)
    SELECT g.job_id, g.lease, g.day, g.attempt, 'completed', g.worker_id, g.claimed_at FROM gone g
  ), counted AS (
    INSERT INTO reeve.job_delta(queue_id, state, n)
    SELECT q.queue_id, s.state, s.sign * q.n
    FROM (SELECT g.queue_id, count(*) AS n FROM gone g GROUP BY 1) q,
      (VALUES ('running', -1), ('completed', 1)) s(state, sign)
  )
  SELECT array_agg(g.job_id), min(g.job_id), max(g.job_id) INTO recorded, low, high FROM gone g;
  -- Few jobs have any of these: one look-up per range, rather than per job, is enough to know.
  IF EXISTS (SELECT FROM reeve.job_key k WHERE k.job_id BETWEEN low AND high) THEN
    DELETE FROM reeve.job_key k WHERE k.job_id = ANY (recorded);
  END IF;
  IF EXISTS (SELECT FROM reeve.job_progress p WHERE p.job_id BETWEEN low AND high) THEN
    DELETE FROM reeve.job_progress p WHERE p.job_id = ANY (recorded);
  END IF;
  IF EXISTS (SELECT FROM reeve.job_after a WHERE a.needed_id BETWEEN low AND high) THEN
    PERFORM reeve.job_follow(recorded);
  END IF;
  RETURN QUERY SELECT unnest(recorded);
END
$$;

COMMENT ON FUNCTION reeve.job_complete(bigint[], int[]) IS
  'Records attempts as completed and releases the jobs that waited for them. Returns the jobs '
  'recorded; one that is missing was stale.';

GRANT EXECUTE ON FUNCTION reeve.job_complete(bigint[], int[]) TO reeve_worker;
