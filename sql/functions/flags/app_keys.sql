-- Reads as the app's reader.
CREATE OR REPLACE FUNCTION reeve.app_keys(collection_id int, after text, max_rows int)
RETURNS SETOF text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' SET bytea_output = 'hex' SET enable_seqscan = off
SET "IntervalStyle" = 'postgres' SET extra_float_digits = 1
SET jit = off
AS $$
DECLARE
  c reeve.collection := reeve.collection_get(collection_id);
  columns text := (
    SELECT string_agg(format('t.%I', k.name), ', ' ORDER BY k.place)
    FROM unnest(c.key_columns) WITH ORDINALITY k(name, place));
BEGIN
  RETURN QUERY EXECUTE reeve.reader_call(c.app, 'key text', ARRAY['words', 'max_rows'])
  USING format('SELECT %s FROM %s t WHERE %s ORDER BY %s LIMIT $5', c.key_sql,
    c.table_sql, CASE WHEN after IS NULL THEN 'TRUE' ELSE format('(%s) > (%s)', columns, (
      SELECT string_agg(CASE WHEN cardinality(c.key_columns) = 1 THEN '$6::' || k.type
        ELSE format('($6::jsonb ->> %s)::%s', k.place - 1, k.type) END, ', ' ORDER BY k.place)
      FROM unnest(c.key_types) WITH ORDINALITY k(type, place))) END, columns),
    after, max_rows::bigint;
END
$$;

COMMENT ON FUNCTION reeve.app_keys(int, text, int) IS
  'The next keys of a collection after one, in the order of the key; NULL = from the first.';
