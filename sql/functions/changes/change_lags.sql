CREATE OR REPLACE FUNCTION reeve.change_lags()
RETURNS TABLE(app text, reader text, seconds float8)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT r.app, r.name, coalesce((
    SELECT extract(epoch FROM clock_timestamp() - c.at) FROM reeve.change_unread(r, 1) c), 0)
  FROM reeve.change_reader r ORDER BY r.app, r.name
$$;

COMMENT ON FUNCTION reeve.change_lags() IS
  'Readers of the change log, and how long the first change that each has not read has waited: 0 '
  'where none waits.';

GRANT EXECUTE ON FUNCTION reeve.change_lags() TO reeve_worker;
