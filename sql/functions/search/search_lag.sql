CREATE OR REPLACE FUNCTION reeve.search_lag() RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT EXISTS (
    SELECT FROM reeve.change c
    JOIN reeve.change_reader r ON r.name = 'search' AND (c.xid, c.change_id) > (r.xid, r.change_id))
$$;

COMMENT ON FUNCTION reeve.search_lag() IS
  'Whether committed changes wait, held back by an older transaction that still runs.';

GRANT EXECUTE ON FUNCTION reeve.search_lag() TO reeve_worker;
