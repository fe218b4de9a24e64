-- Reads as the app's reader.
CREATE OR REPLACE FUNCTION reeve.position_list(
  app text, collection text, keys text[], max_rows int)
RETURNS TABLE(key text, latitude float8, longitude float8, amount bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' SET bytea_output = 'hex' SET jit = off
SET "IntervalStyle" = 'postgres' SET extra_float_digits = 1
AS $$
DECLARE
  c reeve.collection;
  columns text[];
  source text;
  amount bigint;
BEGIN
  PERFORM reeve.member_require('viewer');
  c := reeve.collection_resolve(position_list.app, position_list.collection);
  columns := reeve.place_require(c);
  IF keys IS NOT NULL THEN
    source := format('%s t WHERE %s', c.table_sql, c.keys_sql);
  ELSE
    SELECT s.amount INTO amount FROM reeve.collection_size(c) s;
    -- Of a large table, the rows of some blocks: more than wanted, as not all have a position.
    source := c.table_sql || ' t' || CASE WHEN amount > 4 * max_rows THEN
      format(' TABLESAMPLE SYSTEM (%s)', 300.0 * max_rows / amount) ELSE '' END
      || format(' WHERE (%s)', (reeve.collection_place(c)).listed_sql);
  END IF;
  RETURN QUERY EXECUTE format(
    'SELECT r.key, CASE WHEN o.is_there THEN r.lat END, CASE WHEN o.is_there THEN r.lon END, '
    '%L::bigint FROM (%s) r CROSS JOIN LATERAL ('
    'SELECT r.lat BETWEEN -90 AND 90 AND r.lon BETWEEN -180 AND 180) o(is_there)',
    amount, reeve.reader_call(c.app, 'key text, lat float8, lon float8', '{keys,max_rows}'))
  USING format('SELECT %s, t.%I::float8, t.%I::float8 FROM %s LIMIT $5', c.key_sql,
    columns[1], columns[2], source), keys, max_rows::bigint;
EXCEPTION WHEN data_exception OR check_violation OR not_null_violation THEN
  -- Raises for a text that cannot be a key.
  PERFORM reeve.subject_key(c, k) FROM unnest(keys) k;
  RAISE;
END
$$;

COMMENT ON FUNCTION reeve.position_list(text, text, text[], int) IS
  'Positions of rows of a collection, in degrees: of the rows with these keys or, if NULL, of '
  'any listed ones, at most max_rows; with about how many the collection has. Of a large '
  'collection it is a sample. A missing or impossible position is NULL. RV001, RV002, RV004 for '
  'a text that cannot be a key. NULL: latitude, longitude, amount.';

GRANT EXECUTE ON FUNCTION reeve.position_list(text, text, text[], int) TO reeve_viewer;
