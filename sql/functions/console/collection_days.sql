-- Reads as the app's reader.
CREATE OR REPLACE FUNCTION reeve.collection_days(c reeve.collection, since date)
RETURNS TABLE(day date, amount bigint)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp SET "TimeZone" = 'UTC'
AS $$
DECLARE
  birth text := reeve.collection_birth(c);
BEGIN
  IF birth IS NULL THEN
    RETURN;
  END IF;
  RETURN QUERY EXECUTE reeve.reader_call(c.app, 'day date, amount bigint', ARRAY['keys', 'at'])
  USING format(
    'SELECT t.%1$I::date, count(*) FROM %2$s t WHERE t.%1$I >= $2 AND t.%1$I <= clock_timestamp()'
    ' GROUP BY 1', birth, c.table_sql), '{}'::text[], since::timestamptz;
END
$$;

COMMENT ON FUNCTION reeve.collection_days(reeve.collection, date) IS
  'How many rows of a collection were created on each day (UTC) since the given one, by '
  'reeve.collection_birth; no row if no column says so.';
