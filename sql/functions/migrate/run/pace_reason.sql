CREATE OR REPLACE FUNCTION reeve.pace_reason(pace jsonb) RETURNS text
LANGUAGE sql VOLATILE SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
  SELECT CASE
    WHEN s.lag > (pace ->> 'max_lag')::float8
      THEN format('a standby is %s s behind', round(s.lag))
    WHEN s.active > (pace ->> 'max_active')::int
      THEN format('%s sessions are active', s.active)
    WHEN s.snapshot > (pace ->> 'max_snapshot')::float8
      THEN format('a transaction has been open for %s s', round(s.snapshot)) END
  FROM (
    SELECT (SELECT extract(epoch FROM max(r.replay_lag)) FROM pg_stat_replication r) AS lag,
      count(*) FILTER (WHERE a.state = 'active') AS active,
      extract(epoch FROM max(clock_timestamp() - a.xact_start)
        FILTER (WHERE a.backend_xmin IS NOT NULL)) AS snapshot
    FROM pg_stat_activity a WHERE a.pid <> pg_backend_pid()) s
$$;

COMMENT ON FUNCTION reeve.pace_reason(jsonb) IS
  'Why a copy or an import of this pace (reeve.live_copy.pace) should wait now for other '
  'activity; NULL = it need not. Of other logins'' sessions it sees what pg_read_all_stats lets '
  'the caller see. NULL: result.';
