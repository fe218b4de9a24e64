CREATE OR REPLACE FUNCTION reeve.change_lag(reader text, app text DEFAULT NULL) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT EXISTS (
    SELECT FROM reeve.change_reader r
    CROSS JOIN LATERAL reeve.change_unread(r, 1) c
    WHERE r.name = change_lag.reader AND (change_lag.app IS NULL OR r.app = change_lag.app))
$$;

COMMENT ON FUNCTION reeve.change_lag(text, text) IS
  'Whether changes of an app, or of any, wait in the log for a reader.';

GRANT EXECUTE ON FUNCTION reeve.change_lag(text, text) TO reeve_worker;
