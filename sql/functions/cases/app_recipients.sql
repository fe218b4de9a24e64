-- Reads as the app's reader.
CREATE OR REPLACE FUNCTION reeve.app_recipients(collection_id int, keys text[])
RETURNS TABLE(key text, locale text, zone text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' SET bytea_output = 'hex'
SET "IntervalStyle" = 'postgres' SET extra_float_digits = 1
AS $$
DECLARE
  c reeve.collection := reeve.collection_get(collection_id);
BEGIN
  IF c.locale_sql IS NULL THEN
    RETURN;
  END IF;
  RETURN QUERY EXECUTE reeve.reader_call(c.app, 'key text, locale text, zone text')
  USING format('SELECT %s, coalesce((%s)::text, ''''), coalesce((%s)::text, '''')'
      ' FROM %s t WHERE %s',
    c.key_sql, c.locale_sql, c.zone_sql, c.table_sql, c.keys_sql), keys;
END
$$;

COMMENT ON FUNCTION reeve.app_recipients(int, text[]) IS
  'Rows with these keys that notices can be sent to, with their language and zone.';
