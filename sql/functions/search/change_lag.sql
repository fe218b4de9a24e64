CREATE OR REPLACE FUNCTION reeve.change_lag(reader text) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT EXISTS (
    SELECT FROM reeve.change c
    JOIN reeve.change_reader r
      ON r.name = change_lag.reader AND (c.xid, c.change_id) > (r.xid, r.change_id))
$$;

COMMENT ON FUNCTION reeve.change_lag(text) IS
  'Whether committed changes wait for a reader of the change log. Once it has read all it may, an '
  'older transaction that still runs holds them back.';

GRANT EXECUTE ON FUNCTION reeve.change_lag(text) TO reeve_worker;
