CREATE OR REPLACE FUNCTION reeve.cron_list(app text DEFAULT NULL)
RETURNS TABLE(schedule text, kind text, at text, zone text, missed text, overlap text, state text,
  next_at timestamptz, last_at timestamptz, last text, last_job bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  PERFORM reeve.member_require('viewer');
  RETURN QUERY
    SELECT c.app || '/' || c.name, k.name, coalesce(c.expression, 'every ' || c.every),
      CASE WHEN c.expression IS NOT NULL THEN c.zone END,
      CASE c.missed WHEN 'all' THEN 'all up to ' || c.most ELSE c.missed END, c.overlap,
      CASE WHEN c.paused_at IS NOT NULL THEN 'paused' WHEN c.waiting_at IS NOT NULL THEN 'waiting'
        ELSE 'active' END,
      CASE WHEN c.paused_at IS NULL THEN c.next_at END, coalesce(f.last_at, f.fire_at),
      CASE WHEN f.fire_at IS NOT NULL THEN coalesce(f.skipped, 'fired') END, f.job_id
    FROM reeve.cron c
    JOIN reeve.job_kind k USING (kind_id)
    LEFT JOIN LATERAL (
      SELECT * FROM reeve.cron_fire f WHERE f.cron_id = c.cron_id
      ORDER BY f.fire_at DESC LIMIT 1) f ON TRUE
    WHERE c.app = coalesce(cron_list.app, c.app)
    ORDER BY c.app, c.name;
END
$$;

COMMENT ON FUNCTION reeve.cron_list(text) IS
  'Schedules of an app (NULL: of all): when they fire next, and the outcome of the last '
  'occurrence. NULL: zone, next_at, last_at, last, last_job.';

GRANT EXECUTE ON FUNCTION reeve.cron_list(text) TO reeve_viewer;
