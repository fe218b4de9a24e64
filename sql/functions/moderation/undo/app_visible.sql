-- Reads as the app's reader.
CREATE OR REPLACE FUNCTION reeve.app_visible(c reeve.collection, keys text[]) RETURNS SETOF text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' SET bytea_output = 'hex' SET jit = off
AS $$
DECLARE
  hidden text := reeve.collection_hidden(c);
BEGIN
  RETURN QUERY EXECUTE reeve.reader_call(c.app, 'key text')
  USING format('SELECT %s FROM %s t WHERE %s%s', c.key_sql, c.table_sql, c.keys_sql,
    coalesce(format(' AND (%s) IS NOT TRUE', hidden), '')), keys;
END
$$;

COMMENT ON FUNCTION reeve.app_visible(reeve.collection, text[]) IS
  'Those of the keys whose rows the app''s own column does not hide now; all that exist where '
  'there is no such column.';
