-- Reads as the app's reader.
CREATE OR REPLACE FUNCTION reeve.app_present(c reeve.collection, keys text[])
RETURNS SETOF text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' SET bytea_output = 'hex' SET jit = off
SET "IntervalStyle" = 'postgres' SET extra_float_digits = 1
AS $$
BEGIN
  PERFORM reeve.table_require(c);
  RETURN QUERY EXECUTE reeve.reader_call(c.app, 'key text')
  USING format('SELECT %s FROM %s t WHERE %s', c.key_sql, c.table_sql, c.keys_sql), keys;
END
$$;

COMMENT ON FUNCTION reeve.app_present(reeve.collection, text[]) IS
  'Those of the keys that have a row now. RV006 if another relation has the table''s name.';
