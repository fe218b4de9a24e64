CREATE OR REPLACE FUNCTION reeve.transactions_ended(horizon xid8) RETURNS boolean
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN pg_snapshot_xmin(pg_current_snapshot()) >= horizon AND NOT EXISTS (
    -- A repeatable read gets its number when it first writes, which may be long after its snapshot.
    SELECT FROM pg_stat_activity a
    WHERE a.datname = current_database() AND a.pid <> pg_backend_pid()
      AND a.backend_type <> 'autovacuum worker' AND age(a.backend_xmin) > age(horizon::xid));
END
$$;

COMMENT ON FUNCTION reeve.transactions_ended(xid8) IS
  'Whether all transactions have ended that had a number below the horizon, or may still write by '
  'a snapshot that is older. Of other logins'' snapshots it sees what pg_read_all_stats lets '
  'reeve_owner see.';
