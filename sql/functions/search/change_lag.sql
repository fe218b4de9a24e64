CREATE OR REPLACE FUNCTION reeve.change_lag(reader text) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT EXISTS (
    SELECT FROM reeve.change_reader r
    CROSS JOIN LATERAL reeve.change_unread(r.xid, r.change_id, r.seen, 1) c
    WHERE r.name = change_lag.reader)
$$;

COMMENT ON FUNCTION reeve.change_lag(text) IS
  'Whether changes wait in the log for a reader of it.';

GRANT EXECUTE ON FUNCTION reeve.change_lag(text) TO reeve_worker;
