CREATE OR REPLACE FUNCTION reeve.job_fail(
  job_ids bigint[], leases int[], errors text[], outcomes text[] DEFAULT NULL)
RETURNS TABLE(job_id bigint, outcome text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '10s'
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off
SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
DECLARE
  recorded bigint[];
  became text[];
  lost bigint[];
BEGIN
  WITH gone AS (
    DELETE FROM reeve.job_run r
    USING unnest(job_ids, leases, errors, outcomes) a(job_id, lease, error, outcome)
    WHERE r.job_id = a.job_id AND r.lease = a.lease
    RETURNING r.*, a.error, a.outcome AS wanted
  ), ending AS (
    SELECT g.*,
      CASE WHEN g.wanted = 'cancelled' OR g.cancel_at IS NOT NULL THEN 'cancelled'
        WHEN g.wanted = 'discarded' OR g.attempt >= b.max_attempts THEN 'discarded'
        ELSE 'retryable' END AS outcome
    FROM gone g
    CROSS JOIN LATERAL (
      SELECT j.max_attempts FROM reeve.job j
      WHERE j.job_id = g.job_id AND j.day = g.day LIMIT 1) b
  ), later AS (
    INSERT INTO reeve.job_timer(due_at, job_id, day, reason, queue_id, priority, lease, attempt)
    SELECT clock_timestamp() + random() * reeve.job_backoff(e.attempt), e.job_id, e.day,
      'retryable', e.queue_id, e.priority, e.lease, e.attempt
    FROM ending e WHERE e.outcome = 'retryable'
  ), dead AS (
    INSERT INTO reeve.job_dead(job_id, day, queue_id, priority, lease, attempt, reason, key)
    SELECT e.job_id, e.day, e.queue_id, e.priority, e.lease, e.attempt,
      CASE e.wanted WHEN 'discarded' THEN 'handler' ELSE 'attempts' END,
      (SELECT k.key FROM reeve.job_key k WHERE k.job_id = e.job_id)
    FROM ending e WHERE e.outcome = 'discarded'
  ), freed AS (
    DELETE FROM reeve.job_key k USING ending e
    WHERE k.job_id = e.job_id AND e.outcome <> 'retryable'
  ), quiet AS (
    DELETE FROM reeve.job_progress p USING ending e
    WHERE p.job_id = e.job_id AND e.outcome = 'cancelled'
  ), counted AS (
    INSERT INTO reeve.job_delta(queue_id, state, n)
    SELECT e.queue_id, s.state, sum(s.n)
    FROM ending e CROSS JOIN LATERAL (VALUES ('running', -1), (e.outcome, 1)) s(state, n)
    GROUP BY 1, 2
  ), ended AS (
    INSERT INTO reeve.job_end(job_id, lease, day, attempt, outcome, worker_id, claimed_at, error)
    SELECT e.job_id, e.lease, e.day, e.attempt, e.outcome, e.worker_id, e.claimed_at,
      left(e.error, 8000)
    FROM ending e
  )
  SELECT array_agg(e.job_id), array_agg(e.outcome),
    array_agg(e.job_id) FILTER (WHERE e.outcome <> 'retryable')
  INTO recorded, became, lost FROM ending e;
  IF EXISTS (SELECT FROM reeve.job_after a WHERE a.needed_id = ANY (lost)) THEN
    PERFORM reeve.job_cancel_dependents(lost);
  END IF;
  RETURN QUERY SELECT r.job_id, r.outcome FROM unnest(recorded, became) r(job_id, outcome);
END
$$;

COMMENT ON FUNCTION reeve.job_fail(bigint[], int[], text[], text[]) IS
  'Records failed attempts, with an outcome each: retryable (or NULL) = again after job_backoff '
  'with full jitter, or discarded when the attempts are used up; discarded = a dead letter at '
  'once; cancelled = for good, no dead letter. Jobs that wait for one that is not tried again '
  'are cancelled. Returns the jobs recorded and their new state; one that is missing was stale.';

GRANT EXECUTE ON FUNCTION reeve.job_fail(bigint[], int[], text[], text[]) TO reeve_worker;
