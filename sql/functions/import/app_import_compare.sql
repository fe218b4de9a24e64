-- Acts as the app's writer, inside a cell.
CREATE OR REPLACE FUNCTION reeve.app_import_compare(import_id int)
RETURNS TABLE(record bigint, difference text)
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' SET jit = off
SET "IntervalStyle" = 'postgres' SET extra_float_digits = 1
AS $$
DECLARE
  i reeve.import := (
    SELECT l FROM reeve.import l WHERE l.import_id = app_import_compare.import_id);
BEGIN
  RETURN QUERY
    SELECT r.* FROM jsonb_to_recordset(reeve.cell_enter(i.app,
      'SELECT jsonb_agg(to_jsonb(d)) FROM reeve.cell_import_compare(($7)[1]) d',
      vals => ARRAY[i.statements])) r(record bigint, difference text);
END
$$;

COMMENT ON FUNCTION reeve.app_import_compare(int) IS
  'Staged records whose row, or rows in a child table, are missing or differ.';
