CREATE OR REPLACE FUNCTION reeve.read_blockers() RETURNS SETOF text
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  PERFORM reeve.member_require('viewer');
  RETURN QUERY SELECT reeve.lock_blockers(ARRAY(
    SELECT DISTINCT k.relation
    FROM pg_locks k
    JOIN pg_class c ON c.oid = k.relation
    JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE k.locktype = 'relation' AND k.mode = 'AccessExclusiveLock'
      AND k.database = (SELECT d.oid FROM pg_database d WHERE d.datname = current_database())
      AND n.nspname !~ '^(pg_|reeve(_|$))'), 0);
END
$$;

COMMENT ON FUNCTION reeve.read_blockers() IS
  'Transactions that keep reads of the apps'' tables waiting: those with a lock on a table on '
  'which another one holds or awaits ACCESS EXCLUSIVE, as reeve.lock_blockers lists them.';

GRANT EXECUTE ON FUNCTION reeve.read_blockers() TO reeve_viewer, reeve_auditor;
