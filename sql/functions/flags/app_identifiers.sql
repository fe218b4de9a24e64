-- Reads as the app's reader.
CREATE OR REPLACE FUNCTION reeve.app_identifiers(collection_id int, keys text[])
RETURNS TABLE(key text, kind text, value text, is_verified boolean)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' SET bytea_output = 'hex' SET jit = off
SET "IntervalStyle" = 'postgres' SET extra_float_digits = 1
AS $$
DECLARE
  c reeve.collection := reeve.collection_get(collection_id);
BEGIN
  RETURN QUERY EXECUTE reeve.reader_call(
    c.app, 'key text, kind text, value text, is_verified boolean')
  USING format(
    'SELECT %s, v.kind, v.value, v.is_verified FROM %s t '
    'LEFT JOIN LATERAL (%s) v ON v.value <> '''' WHERE %s',
    c.key_sql, c.table_sql, coalesce((
      SELECT string_agg(format('SELECT %L::text AS kind, unnest(''{}''::text[] || (%s)) AS value, '
        '%L::boolean AS is_verified', i.kind, i.expression, i.is_verified),
        ' UNION ALL ' ORDER BY i.path)
      FROM reeve.catalog_identifiers(c.identifiers) i),
      'SELECT NULL::text AS kind, NULL::text AS value, NULL::boolean AS is_verified'),
    c.keys_sql), keys;
END
$$;

COMMENT ON FUNCTION reeve.app_identifiers(int, text[]) IS
  'The current identifiers of the persons of these rows, each as often as expressions give it, '
  'and whether it is verified; a row without any appears once, with NULL; a row that is gone does '
  'not appear.';
