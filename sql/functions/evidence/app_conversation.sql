-- Reads as the app's reader.
CREATE OR REPLACE FUNCTION reeve.app_conversation(
  collection_id int, conversation text, anchor text, before int, after int)
RETURNS TABLE(key text, at timestamptz, author text, words text, place bigint)
LANGUAGE plpgsql STABLE ROWS 20 SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' SET bytea_output = 'hex'
SET "IntervalStyle" = 'postgres' SET extra_float_digits = 1
AS $$
DECLARE
  c reeve.collection := reeve.collection_get(collection_id);
BEGIN
  RETURN QUERY EXECUTE reeve.reader_call(
    c.app, 'key text, at timestamptz, author text, words text, place bigint')
  USING c.conversation ->> CASE WHEN anchor IS NULL THEN 'last' ELSE 'near' END,
    ARRAY[conversation, anchor, before::text, after::text];
END
$$;

COMMENT ON FUNCTION reeve.app_conversation(int, text, text, int, int) IS
  'Messages of one conversation: up to `before` messages that end with the anchor, and `after` '
  'later ones; without an anchor (NULL) the last `before` ones. place: from 1, oldest first.';
