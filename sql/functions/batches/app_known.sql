-- Reads as the app's reader.
CREATE OR REPLACE FUNCTION reeve.app_known(collection_id int, given text[])
RETURNS TABLE(place int, key text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' SET bytea_output = 'hex'
SET "IntervalStyle" = 'postgres' SET extra_float_digits = 1
AS $$
DECLARE
  c reeve.collection := reeve.collection_get(collection_id);
  half int := cardinality(given) / 2;
BEGIN
  RETURN QUERY EXECUTE reeve.reader_call(c.app, 'place int, key text')
  USING format(
    'SELECT u.place::int, %s FROM unnest($1) WITH ORDINALITY u(key, place) JOIN %s t ON %s',
    c.key_sql, c.table_sql, c.match_sql), given;
EXCEPTION WHEN data_exception OR check_violation OR not_null_violation THEN
  -- At least one cannot be a key: try each half by itself, so that a few such texts cost little.
  IF half > 0 THEN
    RETURN QUERY
      SELECT h.place, h.key FROM reeve.app_known(collection_id, given[:half]) h
      UNION ALL
      SELECT h.place + half, h.key FROM reeve.app_known(collection_id, given[half + 1:]) h;
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.app_known(int, text[]) IS
  'Those of the texts that are keys of existing rows: the position, from 1, and the key as the '
  'database writes it.';
