-- Reads as the app's reader.
CREATE OR REPLACE FUNCTION reeve.app_ranges(
  collection_id int, size int, OUT bounds jsonb, OUT expected bigint)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
-- The document of a row must not depend on who asks.
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' SET "IntervalStyle" = 'postgres'
SET bytea_output = 'hex' SET extra_float_digits = 1
AS $$
DECLARE
  coll reeve.collection := reeve.collection_get(collection_id);
  columns text;
  texts text;
  present text;
BEGIN
  SELECT string_agg(format('t.%I', k.name), ', ' ORDER BY k.place),
    string_agg(format('t.%I::text', k.name), ', ' ORDER BY k.place),
    string_agg(format('t.%I IS NOT NULL', k.name), ' AND ')
  INTO STRICT columns, texts, present
  FROM unnest(coll.key_columns) WITH ORDINALITY k(name, place);
  EXECUTE reeve.reader_call(coll.app, 'bounds jsonb, expected bigint', ARRAY['max_rows'])
  INTO bounds, expected
  USING format(
    'SELECT coalesce(jsonb_agg(jsonb_build_array(%1$s) ORDER BY t.n)
         FILTER (WHERE t.n > 1 AND t.n %% $5 = 1), ''[]''),
       count(*)
     FROM (SELECT %2$s, row_number() OVER (ORDER BY %2$s) AS n FROM %3$s t WHERE %4$s) t',
    texts, columns, reeve.collection_source(coll), present), size::bigint;
END
$$;

COMMENT ON FUNCTION reeve.app_ranges(int, int) IS
  'Cuts a collection into ranges of so many rows by its key: the first keys of ranges 1, 2, …, '
  'and how many rows there are.';
