-- Reads as the app's reader.
CREATE OR REPLACE FUNCTION reeve.app_ranked(r reeve.rank_rule, keys text[], by_key text)
RETURNS TABLE(
  key text, label text, weight double precision, latitude double precision,
  longitude double precision)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' SET bytea_output = 'hex' SET jit = off
SET "IntervalStyle" = 'postgres' SET extra_float_digits = 1
AS $$
DECLARE
  c reeve.collection := reeve.collection_get(r.collection_id);
  place text[] := (reeve.collection_place(c)).columns;
BEGIN
  RETURN QUERY EXECUTE reeve.reader_call(c.app, 'key text, label text, weight double precision, '
    'latitude double precision, longitude double precision', ARRAY['keys', 'words'])
  USING format('SELECT %s, (%s)::text, %s, %s FROM %s t WHERE %s AND %s', c.key_sql, c.label_sql,
    CASE WHEN by_key IS NULL THEN '1::float8' ELSE format('coalesce(%s, 1)', r.weight_sql) END,
    CASE WHEN place IS NULL THEN 'NULL::float8, NULL::float8'
      ELSE format('t.%I::float8, t.%I::float8', place[1], place[2]) END,
    c.table_sql, c.keys_sql, r.listed_sql), keys, by_key;
END
$$;

COMMENT ON FUNCTION reeve.app_ranked(reeve.rank_rule, text[], text) IS
  'Those of the rows with these keys that a rank lists now, with the weight of their scores for '
  'the person who asks, and their positions.';
