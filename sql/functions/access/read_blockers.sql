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
  'Who keeps reads of the apps'' tables waiting: transactions with a lock on a table that one has '
  'locked against everybody, or waits to lock so, as reeve.lock_blockers tells them.';

GRANT EXECUTE ON FUNCTION reeve.read_blockers() TO reeve_viewer, reeve_auditor;
