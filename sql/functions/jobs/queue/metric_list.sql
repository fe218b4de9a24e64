CREATE OR REPLACE FUNCTION reeve.metric_list()
RETURNS TABLE(metric text, queue text, label text, value double precision)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  -- The functions called below check who may ask.
  RETURN QUERY
    SELECT m.metric, q.queue, m.label, m.value
    FROM reeve.queue_list() q
    CROSS JOIN LATERAL (VALUES
      ('jobs', 'available', q.available::double precision),
      ('jobs', 'scheduled', q.scheduled),
      ('jobs', 'retryable', q.retryable),
      ('jobs', 'waiting', q.waiting),
      ('jobs', 'running', q.running),
      ('jobs', 'discarded', q.discarded),
      ('ended', 'completed', q.completed),
      ('ended', 'cancelled', q.cancelled),
      ('oldest', NULL, CASE WHEN q.oldest_at IS NULL THEN 0
        ELSE greatest(extract(epoch FROM clock_timestamp() - q.oldest_at), 0) END),
      ('workers', NULL, q.workers),
      ('paused', NULL, (q.paused_at IS NOT NULL)::int)) m(metric, label, value);
  RETURN QUERY
    SELECT 'xmin', NULL, NULL, coalesce(max(age(x.xid)), 0)::double precision
    FROM (
      SELECT unnest(ARRAY[a.backend_xid, a.backend_xmin]) FROM pg_stat_activity a
      WHERE a.pid <> pg_backend_pid() AND coalesce(a.datname, current_database())
        = current_database()
      UNION ALL
      SELECT unnest(ARRAY[s.xmin, s.catalog_xmin]) FROM pg_replication_slots s
      WHERE coalesce(s.database, current_database()) = current_database()
      UNION ALL
      SELECT p.transaction FROM pg_prepared_xacts p
      WHERE p.database = current_database()) x(xid);
  RETURN QUERY
    SELECT 'dead', NULL, c.relname::text, pg_stat_get_dead_tuples(c.oid)::double precision
    FROM pg_class c
    WHERE c.relnamespace = 'reeve'::regnamespace
      AND c.relname IN ('job_ready', 'job_run', 'job_timer', 'job_delta', 'job_key', 'worker')
    ORDER BY c.relname;
END
$$;

COMMENT ON FUNCTION reeve.metric_list() IS
  'Returns the metrics that a worker publishes about the database, without counting jobs: jobs by '
  'state, jobs ever ended, seconds that the oldest ready job has waited, workers and pause of each '
  'queue; the age in transactions of the oldest snapshot, and dead rows of the tables that change '
  'most. NULL: queue, label.';

GRANT EXECUTE ON FUNCTION reeve.metric_list() TO reeve_viewer, reeve_worker;
