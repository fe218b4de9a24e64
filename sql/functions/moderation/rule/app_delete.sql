-- Acts as the app's writer, inside a cell.
CREATE OR REPLACE FUNCTION reeve.app_delete(collection_id int, keys text[]) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' SET bytea_output = 'hex'
SET "IntervalStyle" = 'postgres' SET extra_float_digits = 1
AS $$
DECLARE
  c reeve.collection := reeve.collection_get(collection_id);
BEGIN
  PERFORM reeve.cell_enter(c.app, format('DELETE FROM %s t WHERE %s', c.table_sql, c.keys_sql),
    keys);
END
$$;

COMMENT ON FUNCTION reeve.app_delete(int, text[]) IS
  'Deletes the rows with these keys. Code of the app may keep them: reeve.app_present looks.';
