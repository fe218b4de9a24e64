CREATE OR REPLACE FUNCTION reeve.migrate_blockers(source regclass, target regclass)
RETURNS TABLE(pid int, who text, doing text, since interval)
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT a.pid,
    format('%s%s', a.usename, coalesce(' (' || nullif(a.application_name, '') || ')', '')),
    coalesce(a.state, a.backend_type), clock_timestamp() - a.xact_start
  FROM pg_stat_activity a
  WHERE a.pid <> pg_backend_pid() AND a.pid IN (
    SELECT k.pid FROM pg_locks k
    WHERE k.granted AND k.locktype = 'relation'
      AND k.database = (SELECT d.oid FROM pg_database d WHERE d.datname = current_database())
      AND (k.relation IN (source, target)
        OR k.relation IN (
          SELECT f.conrelid FROM pg_constraint f
          WHERE f.contype = 'f' AND f.confrelid IN (source, target))))
  ORDER BY a.xact_start LIMIT 5
$$;

COMMENT ON FUNCTION reeve.migrate_blockers(regclass, regclass) IS
  'Transactions that hold a lock on a table that a cutover needs, the oldest first.';
