-- Reads as the app's reader.
CREATE OR REPLACE FUNCTION reeve.app_counts(collection_id int, names text[], keys text[])
RETURNS TABLE(key text, name text, counted bigint, stored bigint)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' SET bytea_output = 'hex' SET jit = off
SET "IntervalStyle" = 'postgres' SET extra_float_digits = 1
AS $$
DECLARE
  c reeve.collection := reeve.collection_get(collection_id);
  numbers text;
BEGIN
  SELECT string_agg(format('(%L, %s, %s)', r.name, r.count_sql,
    CASE WHEN r.stored IS NULL THEN 'NULL::bigint' ELSE format('t.%I::bigint', r.stored) END), ', '
    ORDER BY r.name)
  INTO numbers
  FROM reeve.count_rule r
  WHERE r.collection_id = c.collection_id AND (names IS NULL OR r.name = ANY (names));
  IF numbers IS NOT NULL THEN
    RETURN QUERY EXECUTE reeve.reader_call(c.app,
      'key text, name text, counted bigint, stored bigint')
    USING format('SELECT %s, n.* FROM %s CROSS JOIN LATERAL (VALUES %s) n(name, counted, stored) '
      'WHERE %s', c.key_sql, reeve.catalog_row(c.table_sql, c.key_columns), numbers, c.keys_sql),
      keys;
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.app_counts(int, text[], text[]) IS
  'The counts of rows with these keys (all if names is NULL), counted now, and the numbers that '
  'the app stores.';
