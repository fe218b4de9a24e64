CREATE OR REPLACE FUNCTION reeve.migrate_blockers(mapping jsonb)
RETURNS TABLE(pid int, who text, doing text, since interval)
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
  WITH t AS MATERIALIZED (
    SELECT p.relation
    FROM (VALUES ('source'), ('target')) v(side)
    CROSS JOIN LATERAL reeve.migrate_parts(mapping, v.side,
      reeve.migrate_table(mapping, v.side)) p
  )
  SELECT a.pid,
    format('%s%s', a.usename, coalesce(' (' || nullif(a.application_name, '') || ')', '')),
    coalesce(a.state, a.backend_type), clock_timestamp() - a.xact_start
  FROM pg_stat_activity a
  WHERE a.pid <> pg_backend_pid() AND a.pid IN (
    SELECT k.pid FROM pg_locks k
    WHERE k.granted AND k.locktype = 'relation'
      AND k.database = (SELECT d.oid FROM pg_database d WHERE d.datname = current_database())
      AND (k.relation IN (SELECT t.relation FROM t)
        OR k.relation IN (
          SELECT f.conrelid FROM pg_constraint f
          WHERE f.contype = 'f' AND f.confrelid IN (SELECT t.relation FROM t))))
  ORDER BY a.xact_start LIMIT 5
$$;

COMMENT ON FUNCTION reeve.migrate_blockers(jsonb) IS
  'Transactions that hold a lock on a table that a cutover needs, the oldest first.';
