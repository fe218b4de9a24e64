-- Reads as the app's reader.
CREATE OR REPLACE FUNCTION reeve.app_key(collection_id int, key text) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' SET bytea_output = 'hex'
SET "IntervalStyle" = 'postgres' SET extra_float_digits = 1
AS $$
DECLARE
  c reeve.collection := reeve.collection_seen(reeve.collection_get(collection_id));
  found text;
BEGIN
  EXECUTE reeve.reader_call(c.app, 'key text') INTO found
  USING format('SELECT %s FROM %s t WHERE %s LIMIT 1', c.key_sql, c.table_sql, c.keys_sql),
    ARRAY[key];
  RETURN found;
END
$$;

COMMENT ON FUNCTION reeve.app_key(int, text) IS
  'The key of a row as the database writes it, from any text of it: 007 is 7; NULL when there is '
  'no such row. A text of another type than the key''s raises that type''s error.';
