-- Reads as the app's reader.
CREATE OR REPLACE FUNCTION reeve.app_identifiers(collection_id int, keys text[])
RETURNS TABLE(key text, kind text, value text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' SET bytea_output = 'hex' SET jit = off
SET "IntervalStyle" = 'postgres' SET extra_float_digits = 1
AS $$
DECLARE
  c reeve.collection := reeve.collection_get(collection_id);
BEGIN
  RETURN QUERY EXECUTE reeve.reader_call(c.app, 'key text, kind text, value text')
  USING format(
    'SELECT %s, v.kind, v.value FROM %s t LEFT JOIN LATERAL (%s) v ON v.value <> '''' WHERE %s',
    c.key_sql, c.table_sql, coalesce((
      SELECT string_agg(format('SELECT %L::text AS kind, unnest(''{}''::text[] || (%s)) AS value',
        i.key, i.value), ' UNION ALL ' ORDER BY i.key)
      FROM jsonb_each_text(c.identifiers) i), 'SELECT NULL::text AS kind, NULL::text AS value'),
    c.keys_sql), keys;
END
$$;

COMMENT ON FUNCTION reeve.app_identifiers(int, text[]) IS
  'The current identifiers of the persons of these rows; a row without any appears once, with '
  'NULL; a row that is gone does not appear.';
