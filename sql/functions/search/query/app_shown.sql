-- Reads as the app's reader.
CREATE OR REPLACE FUNCTION reeve.app_shown(collection_id int, keys text[])
RETURNS TABLE(key text, digest bigint)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
-- The document of a row must not depend on who asks.
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' SET "IntervalStyle" = 'postgres'
SET bytea_output = 'hex' SET extra_float_digits = 1
AS $$
DECLARE
  coll reeve.collection := reeve.collection_get(collection_id);
BEGIN
  RETURN QUERY EXECUTE reeve.reader_call(coll.app, 'key text, digest bigint',
    ARRAY['keys', 'vals'])
  USING format(
    'SELECT d.key, %s FROM (%s AND %s) d WHERE d.is_shown', reeve.search_digest(),
    reeve.search_extract(coll), coll.keys_sql), keys, ARRAY[NULL, reeve.search_hidden(coll)];
EXCEPTION
  WHEN query_canceled THEN
    RAISE;
  WHEN OTHERS THEN
    RAISE WARNING 'results of %/% are left out: %', coll.app, coll.name, SQLERRM
      USING HINT = '`reeve doctor` names the command that mends it.';
END
$$;

COMMENT ON FUNCTION reeve.app_shown(int, text[]) IS
  'Those of these rows that everybody may see now, as the app''s own columns and the condition of '
  'where say, with the digest of the document that each has now.';
