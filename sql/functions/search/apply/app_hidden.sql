-- Reads as the app's reader.
CREATE OR REPLACE FUNCTION reeve.app_hidden(collection_id int, keys text[])
RETURNS TABLE(key text, until timestamptz)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' SET "IntervalStyle" = 'postgres'
SET extra_float_digits = 1
SET bytea_output = 'hex'
AS $$
DECLARE
  c reeve.collection := reeve.collection_get(collection_id);
BEGIN
  -- Where the catalog says what the column holds of a hidden row, time alone shows no row again.
  IF c.is_live AND c.visible_column IS NOT NULL AND NOT EXISTS (
    SELECT FROM reeve.app a
    WHERE a.app = c.app AND a.manifest #> ARRAY['collections', c.name] ? 'hidden')
  THEN
    RETURN QUERY EXECUTE reeve.reader_call(c.app, 'key text, until timestamptz')
    USING format('SELECT %s, t.%3$I::timestamptz FROM %2$s t WHERE %4$s '
      'AND t.%3$I > statement_timestamp()', c.key_sql, reeve.collection_source(c),
      c.visible_column, CASE WHEN keys IS NULL THEN 'TRUE' ELSE c.keys_sql END), keys;
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.app_hidden(int, text[]) IS
  'Which of these rows, or of all where keys is NULL, the app itself hides, and until when: '
  'infinity = for ever.';
