-- Reads as the app's reader.
CREATE OR REPLACE FUNCTION reeve.app_fed(rule reeve.feed_rule, keys text[], who text)
RETURNS TABLE(key text, is_shown boolean)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' SET "IntervalStyle" = 'postgres'
SET bytea_output = 'hex' SET extra_float_digits = 1
AS $$
DECLARE
  c reeve.collection := reeve.collection_get(rule.collection_id);
BEGIN
  RETURN QUERY EXECUTE 'SELECT a.key, a.is_shown FROM (' || reeve.reader_call(c.app,
    'key text, is_theirs boolean, is_shown boolean', ARRAY['keys', 'words'])
    || ') a WHERE a.is_theirs'
  USING format('SELECT reeve_key.key, CASE WHEN r.key IS NULL THEN (%s) ELSE r.is_theirs END '
    'IS TRUE, r.is_shown IS TRUE FROM unnest($1) reeve_key(key) LEFT JOIN (SELECT %s AS key, '
    '(%s) IS TRUE AS is_theirs, (%s) IS TRUE AS is_shown FROM %s t WHERE %s) r '
    'ON r.key = reeve_key.key', rule.gone_sql, c.key_sql, rule.to_sql, rule.shown_sql, c.table_sql,
    c.keys_sql), keys, who;
END
$$;

COMMENT ON FUNCTION reeve.app_fed(reeve.feed_rule, text[], text) IS
  'Returns those of the rows with these keys whose changes the feed reports to somebody, and '
  'whether clients may see them now; FALSE for a deleted row.';
