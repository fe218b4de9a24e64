-- Reads as the app's reader.
CREATE OR REPLACE FUNCTION reeve.app_children(
  join_id int, keys text[], most int DEFAULT NULL)
RETURNS SETOF text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' SET "IntervalStyle" = 'postgres'
SET extra_float_digits = 1
SET bytea_output = 'hex'
AS $$
DECLARE
  j record;
BEGIN
  SELECT s.children_sql, c.app INTO j
  FROM reeve.search_join s JOIN reeve.collection c USING (collection_id)
  WHERE s.join_id = app_children.join_id AND s.is_live;
  IF FOUND THEN
    RETURN QUERY EXECUTE reeve.reader_call(j.app, 'key text')
    USING format('SELECT * FROM (%s) c(key) LIMIT %L', j.children_sql, most), keys;
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.app_children(int, text[], int) IS
  'Keys of rows, or of most of them, whose documents have texts of these parents.';
