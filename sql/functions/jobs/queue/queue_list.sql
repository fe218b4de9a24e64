CREATE OR REPLACE FUNCTION reeve.queue_list()
RETURNS TABLE(queue text, available bigint, scheduled bigint, retryable bigint, waiting bigint,
  running bigint, completed bigint, cancelled bigint, discarded bigint, oldest_at timestamptz,
  workers bigint, max_running int, rate double precision, burst int, paused_at timestamptz)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  IF NOT pg_has_role(session_user, 'reeve_worker', 'MEMBER') THEN
    PERFORM reeve.member_require('viewer');
  END IF;
  RETURN QUERY
    WITH counted AS (
      SELECT d.queue_id, d.state, sum(d.n)::bigint AS n FROM reeve.job_delta d GROUP BY 1, 2
    )
    SELECT q.name, c.available, c.scheduled, c.retryable, c.waiting, c.running, c.completed,
      c.cancelled, c.discarded, o.created_at, w.n, q.max_running, q.rate, q.burst, q.paused_at
    FROM reeve.queue q
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(c.n) FILTER (WHERE c.state = 'available'), 0)::bigint AS available,
        coalesce(sum(c.n) FILTER (WHERE c.state = 'scheduled'), 0)::bigint AS scheduled,
        coalesce(sum(c.n) FILTER (WHERE c.state = 'retryable'), 0)::bigint AS retryable,
        coalesce(sum(c.n) FILTER (WHERE c.state = 'waiting'), 0)::bigint AS waiting,
        coalesce(sum(c.n) FILTER (WHERE c.state = 'running'), 0)::bigint AS running,
        coalesce(sum(c.n) FILTER (WHERE c.state = 'completed'), 0)::bigint AS completed,
        coalesce(sum(c.n) FILTER (WHERE c.state = 'cancelled'), 0)::bigint AS cancelled,
        coalesce(sum(c.n) FILTER (WHERE c.state = 'discarded'), 0)::bigint AS discarded
      FROM counted c WHERE c.queue_id = q.queue_id) c
    LEFT JOIN LATERAL (
      SELECT min(j.created_at) AS created_at
      FROM unnest('{1,0,-1}'::smallint[]) l(level)
      CROSS JOIN LATERAL (
        SELECT r.job_id, r.day FROM reeve.job_ready r
        WHERE r.queue_id = q.queue_id AND r.priority = l.level ORDER BY r.seq LIMIT 1) r
      JOIN reeve.job j ON j.job_id = r.job_id AND j.day = r.day) o ON TRUE
    CROSS JOIN LATERAL (
      SELECT count(*) AS n FROM reeve.worker w
      WHERE w.queue_id = q.queue_id AND w.ended_at IS NULL) w
    ORDER BY q.name;
END
$$;

COMMENT ON FUNCTION reeve.queue_list() IS
  'Queues with their limits and how many jobs are in each state (completed and cancelled: ever), '
  'from counters and so without counting jobs; oldest_at is when the job that has waited longest '
  'was enqueued. NULL: oldest_at, max_running, rate, burst, paused_at.';

GRANT EXECUTE ON FUNCTION reeve.queue_list() TO reeve_viewer, reeve_worker;
