CREATE OR REPLACE FUNCTION reeve.role_locks() RETURNS bigint
-- plpgsql, since a function in SQL is planned at each call.
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN (
    SELECT count(*) FROM pg_locks l
    WHERE l.locktype = 'advisory' AND l.pid = pg_backend_pid());
END
$$;

COMMENT ON FUNCTION reeve.role_locks() IS
  'How many advisory locks this session has: an upgrade holds one while it calls this.';
