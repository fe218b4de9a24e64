CREATE OR REPLACE FUNCTION reeve.role_locks() RETURNS bigint
LANGUAGE sql SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT count(*) FROM pg_locks l WHERE l.locktype = 'advisory' AND l.pid = pg_backend_pid()
$$;

COMMENT ON FUNCTION reeve.role_locks() IS
  'How many advisory locks this session has: an upgrade holds one while it calls this.';
