-- Reads as the app's reader.
CREATE OR REPLACE FUNCTION reeve.app_all_keys(collection_id int) RETURNS SETOF text
LANGUAGE plpgsql STABLE ROWS 1000000 SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' SET bytea_output = 'hex'
SET "IntervalStyle" = 'postgres' SET extra_float_digits = 1 SET jit = off
AS $$
DECLARE
  c reeve.collection := reeve.collection_get(collection_id);
BEGIN
  RETURN QUERY EXECUTE reeve.reader_call(c.app, 'key text', '{}')
  USING format('SELECT %s FROM %s t', c.key_sql, c.table_sql);
END
$$;

COMMENT ON FUNCTION reeve.app_all_keys(int) IS 'The keys of all rows of a collection.';
