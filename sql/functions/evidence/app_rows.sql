-- Reads as the app's reader.
CREATE OR REPLACE FUNCTION reeve.app_rows(collection_id int, keys text[])
RETURNS TABLE(key text, content text)
LANGUAGE plpgsql STABLE ROWS 20 SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' SET "IntervalStyle" = 'postgres'
SET bytea_output = 'hex' SET extra_float_digits = 1
AS $$
DECLARE
  c reeve.collection := reeve.collection_get(collection_id);
  kept text := reeve.evidence_object(c);
BEGIN
  IF kept IS NOT NULL THEN
    RETURN QUERY EXECUTE reeve.reader_call(c.app, 'key text, content text')
    USING format('SELECT %s, %s FROM %s t WHERE %s', c.key_sql, kept, c.table_sql, c.keys_sql),
      keys;
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.app_rows(int, text[]) IS
  'The rows with these keys as evidence keeps them (reeve.evidence_object).';
