CREATE OR REPLACE FUNCTION reeve.flag_lag() RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT EXISTS (
    SELECT FROM reeve.change c
    JOIN reeve.change_reader r ON r.name = 'flags' AND (c.xid, c.change_id) > (r.xid, r.change_id))
$$;

COMMENT ON FUNCTION reeve.flag_lag() IS
  'Whether committed changes wait for flags, held back by an older transaction that still runs.';

GRANT EXECUTE ON FUNCTION reeve.flag_lag() TO reeve_worker;
