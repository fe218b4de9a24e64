CREATE OR REPLACE FUNCTION reeve.migrate_rate(c reeve.live_copy, rows bigint) RETURNS float8
LANGUAGE sql VOLATILE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  -- Weighted by time, so that ranges that end at almost the same moment do not count for more.
  SELECT CASE WHEN c.rows_per_second IS NULL THEN rows / s.seconds
    ELSE c.rows_per_second * exp(-s.seconds / 3)
      + rows / s.seconds * (1 - exp(-s.seconds / 3)) END
  FROM (SELECT greatest(extract(epoch FROM clock_timestamp() - c.stepped_at), 0.001)::float8) s(
    seconds)
$$;

COMMENT ON FUNCTION reeve.migrate_rate(reeve.live_copy, bigint) IS
  'Recent rate, in rows per second, of all sessions that copy rows of a live copy, once these '
  'rows are copied too.';
