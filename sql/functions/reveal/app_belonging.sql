-- Reads as the app's reader.
CREATE OR REPLACE FUNCTION reeve.app_belonging(collection_id int, conversation text, keys text[])
RETURNS SETOF text
LANGUAGE plpgsql STABLE ROWS 5 SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' SET bytea_output = 'hex'
SET "IntervalStyle" = 'postgres' SET extra_float_digits = 1
AS $$
DECLARE
  c reeve.collection := reeve.collection_get(collection_id);
BEGIN
  RETURN QUERY EXECUTE reeve.reader_call(c.app, 'key text', ARRAY['keys', 'words'])
  USING format('SELECT %s FROM (SELECT $6) u(key) JOIN %s t ON %s WHERE %s',
    c.key_sql, c.table_sql, c.conversation ->> 'belongs', c.keys_sql), keys, conversation;
END
$$;

COMMENT ON FUNCTION reeve.app_belonging(int, text, text[]) IS
  'Those of the messages with these keys that belong to one conversation.';
