CREATE OR REPLACE FUNCTION reeve.job_fail(job_ids bigint[], leases int[], errors text[])
RETURNS SETOF bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off
SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
BEGIN
  RETURN QUERY
    WITH gone AS (
      DELETE FROM reeve.job_run r USING unnest(job_ids, leases, errors) a(job_id, lease, error)
      WHERE r.job_id = a.job_id AND r.lease = a.lease
      RETURNING r.*, a.error
    ), ending AS (
      SELECT g.*, g.attempt >= b.max_attempts AS is_dead FROM gone g
      CROSS JOIN LATERAL (
        SELECT j.max_attempts FROM reeve.job j
        WHERE j.job_id = g.job_id AND j.day = g.day LIMIT 1) b
    ), later AS (
      INSERT INTO reeve.job_timer(
        due_at, job_id, day, reason, queue_id, priority, lease, attempt)
      SELECT clock_timestamp() + random() * reeve.job_backoff(e.attempt), e.job_id, e.day,
        'retryable', e.queue_id, e.priority, e.lease, e.attempt
      FROM ending e WHERE NOT e.is_dead
    ), dead AS (
      INSERT INTO reeve.job_dead AS d(job_id, day, queue_id, priority, lease, attempt, reason)
      SELECT e.job_id, e.day, e.queue_id, e.priority, e.lease, e.attempt, 'attempts'
      FROM ending e WHERE e.is_dead
      RETURNING d.job_id
    ), freed AS (
      DELETE FROM reeve.job_key k USING dead d WHERE k.job_id = d.job_id
    ), quiet AS (
      DELETE FROM reeve.job_progress p USING gone g WHERE p.job_id = g.job_id
    )
    INSERT INTO reeve.job_end AS n(
      job_id, lease, day, attempt, outcome, worker_id, claimed_at, error)
    SELECT e.job_id, e.lease, e.day, e.attempt,
      CASE WHEN e.is_dead THEN 'discarded' ELSE 'retryable' END, e.worker_id, e.claimed_at,
      left(e.error, 8000)
    FROM ending e
    RETURNING n.job_id;
END
$$;

COMMENT ON FUNCTION reeve.job_fail(bigint[], int[], text[]) IS
  'Records attempts as failed: each is tried again after job_backoff with full jitter, or '
  'becomes a dead letter when its attempts are used up. Gives the jobs recorded.';

GRANT EXECUTE ON FUNCTION reeve.job_fail(bigint[], int[], text[]) TO reeve_worker;
