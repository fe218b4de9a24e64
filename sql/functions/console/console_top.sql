CREATE OR REPLACE FUNCTION reeve.console_top(
  app text, OUT at timestamptz, OUT queues jsonb, OUT running jsonb, OUT workers jsonb,
  OUT cases jsonb, OUT transactions jsonb)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
DECLARE
  present timestamptz := clock_timestamp();
  most constant int := 10000;
BEGIN
  PERFORM reeve.member_require('viewer');
  at := present;
  queues := (
    SELECT coalesce(jsonb_agg(jsonb_build_object('name', q.queue, 'available', q.available,
      'later', q.scheduled + q.retryable + q.waiting, 'running', q.running,
      'discarded', q.discarded, 'ended', q.completed + q.cancelled, 'workers', q.workers,
      'oldest', extract(epoch FROM present - q.oldest_at)::bigint,
      'is_paused', q.paused_at IS NOT NULL) ORDER BY q.queue), '[]')
    FROM reeve.queue_list() q);
  running := (
    SELECT coalesce(jsonb_agg(jsonb_build_object('job', r.job_id, 'kind', k.name,
      'attempt', r.attempt, 'done', p.done, 'total', p.total, 'host', w.host, 'pid', w.pid,
      'seconds', extract(epoch FROM present - r.claimed_at)::bigint)
      ORDER BY r.claimed_at, r.job_id), '[]')
    FROM (SELECT * FROM reeve.job_run o ORDER BY o.claimed_at, o.job_id LIMIT 50) r
    JOIN reeve.job j ON j.job_id = r.job_id AND j.day = r.day
    JOIN reeve.job_kind k USING (kind_id)
    LEFT JOIN reeve.worker w USING (worker_id)
    LEFT JOIN reeve.job_progress p ON p.job_id = r.job_id);
  workers := (
    SELECT coalesce(jsonb_agg(jsonb_build_object('host', w.host, 'pid', w.pid, 'queue', q.name,
      'version', w.version, 'running', n.running,
      'silent', extract(epoch FROM present - w.beat_at)::bigint,
      'seconds', extract(epoch FROM present - w.started_at)::bigint) ORDER BY w.worker_id), '[]')
    FROM (
      SELECT * FROM reeve.worker o WHERE o.ended_at IS NULL ORDER BY o.worker_id LIMIT 50) w
    JOIN reeve.queue q USING (queue_id)
    CROSS JOIN LATERAL (
      SELECT count(*) AS running FROM reeve.job_run r WHERE r.worker_id = w.worker_id) n);
  cases := (
    WITH counted AS MATERIALIZED (
      SELECT width_bucket(extract(epoch FROM present - k.opened_at),
          '{3600,86400,259200,604800}'::numeric[]) AS place,
        count(*) AS cases, count(*) FILTER (WHERE k.severity IN ('critical', 'high')) AS urgent,
        count(*) FILTER (WHERE k.claimed_until > present) AS claimed
      FROM (
        SELECT o.opened_at, o.severity, o.claimed_until FROM reeve.case o
        JOIN reeve.collection c USING (collection_id)
        WHERE o.closed_at IS NULL AND c.is_live AND c.app = coalesce(console_top.app, c.app)
        ORDER BY o.due_at, o.case_id LIMIT most) k
      GROUP BY 1)
    SELECT jsonb_build_object('reports', (
        SELECT count(*) FROM (
          SELECT FROM reeve.report r
          WHERE r.report_id > reeve.report_front() AND r.case_id IS NULL AND r.withdrawn_by IS NULL
          LIMIT most) r),
      'ages', jsonb_agg(jsonb_build_object('age', g.name, 'cases', coalesce(n.cases, 0),
        'urgent', coalesce(n.urgent, 0), 'claimed', coalesce(n.claimed, 0)) ORDER BY g.place))
    FROM (VALUES (0, '1 hour'), (1, '1 day'), (2, '3 days'), (3, '7 days'), (4, 'longer')) g(
      place, name)
    LEFT JOIN counted n USING (place));
  transactions := (
    SELECT coalesce(jsonb_agg(jsonb_build_object('pid', a.pid, 'login', a.usename,
      'program', a.application_name, 'state', a.state, 'waits', a.wait_event_type = 'Lock',
      'seconds', extract(epoch FROM present - a.xact_start)::bigint)
      ORDER BY a.xact_start, a.pid), '[]')
    FROM (
      SELECT * FROM pg_stat_activity s
      -- Younger ones are ordinary statements, such as the console's own look for news.
      WHERE s.datname = current_database() AND s.xact_start < present - interval '1 second'
        AND s.pid <> pg_backend_pid() AND s.backend_type = 'client backend'
      ORDER BY s.xact_start, s.pid LIMIT 20) a);
END
$$;

COMMENT ON FUNCTION reeve.console_top(text) IS
  'Returns the figures that `top` shows: queues (ended: ever), the 50 jobs that have run longest, '
  'workers, the first 10,000 open cases of an app (NULL = any) by age, the 20 oldest transactions '
  'of this database that are older than a second, without their statements. Each is JSON with '
  'lengths of time in seconds. Needs viewer.';

GRANT EXECUTE ON FUNCTION reeve.console_top(text) TO reeve_viewer;
