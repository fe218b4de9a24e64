CREATE OR REPLACE FUNCTION reeve.hand_recipients(collection_id int, keys text[])
RETURNS TABLE(key text, locale text, zone text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' SET bytea_output = 'hex'
AS $$
DECLARE
  c reeve.collection := reeve.collection_get(collection_id);
BEGIN
  IF c.locale_sql IS NULL THEN
    RETURN;
  END IF;
  RETURN QUERY EXECUTE format('SELECT %s, (%s)::text, (%s)::text FROM %s t WHERE %s',
    c.key_sql, c.locale_sql, c.zone_sql, c.table_sql, c.keys_sql)
  USING keys;
END
$$;

COMMENT ON FUNCTION reeve.hand_recipients(int, text[]) IS
  'Those of the rows with these keys to whom notices can be sent, with their language and zone.';

GRANT EXECUTE ON FUNCTION reeve.hand_recipients(int, text[]) TO reeve_owner;
