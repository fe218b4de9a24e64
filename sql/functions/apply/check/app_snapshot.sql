-- Reads as the app's reader.
CREATE OR REPLACE FUNCTION reeve.app_snapshot(collection_id int, keys text[])
RETURNS TABLE(key text, content jsonb)
LANGUAGE plpgsql STABLE ROWS 20 SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' SET bytea_output = 'hex'
SET "IntervalStyle" = 'postgres' SET extra_float_digits = 1
AS $$
DECLARE
  c reeve.collection := reeve.collection_get(collection_id);
BEGIN
  RETURN QUERY EXECUTE reeve.reader_call(c.app, 'key text, content jsonb')
  USING format('SELECT %s, %s FROM %s t WHERE %s', c.key_sql,
    reeve.columns_expression(c.relation), c.table_sql, c.keys_sql), keys;
END
$$;

COMMENT ON FUNCTION reeve.app_snapshot(int, text[]) IS
  'The rows with these keys with all their columns, secret ones as well: for comparing alone.';
