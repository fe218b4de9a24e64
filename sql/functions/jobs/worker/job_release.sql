CREATE OR REPLACE FUNCTION reeve.job_release(
  job_ids bigint[], leases int[], delays_ms bigint[])
RETURNS SETOF bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '10s'
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off
SET enable_hashjoin = off SET enable_mergejoin = off SET jit = off
AS $$
DECLARE
  recorded bigint[];
  unwanted bigint[];
BEGIN
  WITH gone AS (
    DELETE FROM reeve.job_run r
    USING unnest(job_ids, leases, delays_ms) a(job_id, lease, delay_ms)
    WHERE r.job_id = a.job_id AND r.lease = a.lease
    RETURNING r.*, a.delay_ms
  ), later AS (
    INSERT INTO reeve.job_timer(due_at, job_id, day, reason, queue_id, priority, lease, attempt)
    SELECT clock_timestamp() + g.delay_ms * interval '1 ms', g.job_id, g.day, 'snoozed',
      g.queue_id, g.priority, g.lease, g.attempt - 1
    FROM gone g WHERE g.delay_ms > 0
  ), now AS (
    INSERT INTO reeve.job_ready(queue_id, priority, job_id, day, lease, attempt, losses)
    SELECT g.queue_id, g.priority, g.job_id, g.day, g.lease, g.attempt - 1, g.losses
    FROM gone g WHERE g.delay_ms IS NULL OR g.delay_ms <= 0
  ), counted AS (
    INSERT INTO reeve.job_delta(queue_id, state, n)
    SELECT g.queue_id, s.state, sum(s.n)
    FROM gone g
    CROSS JOIN LATERAL (VALUES ('running', -1), (
      CASE WHEN g.delay_ms > 0 THEN 'scheduled' ELSE 'available' END, 1)) s(state, n)
    GROUP BY 1, 2
  )
  SELECT array_agg(g.job_id), array_agg(g.job_id) FILTER (WHERE g.cancel_at IS NOT NULL)
  INTO recorded, unwanted FROM gone g;
  -- Somebody cancelled it before it was handed back.
  IF unwanted IS NOT NULL THEN
    PERFORM reeve.job_cancel(unwanted, 'cancelled while it ran');
  END IF;
  RETURN QUERY SELECT unnest(recorded);
END
$$;

COMMENT ON FUNCTION reeve.job_release(bigint[], int[], bigint[]) IS
  'Hands attempts back without counting them: available at once, or scheduled after a number of '
  'milliseconds. Returns the jobs handed back; one that is missing was stale.';

GRANT EXECUTE ON FUNCTION reeve.job_release(bigint[], int[], bigint[]) TO reeve_worker;
