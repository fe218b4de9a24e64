-- Acts as the app's writer, inside a cell.
CREATE OR REPLACE FUNCTION reeve.app_import_find(import_id int, is_making boolean)
RETURNS TABLE(record bigint, code text, reason text)
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' SET jit = off
SET "IntervalStyle" = 'postgres' SET extra_float_digits = 1
AS $$
DECLARE
  i reeve.import := (
    SELECT l FROM reeve.import l WHERE l.import_id = app_import_find.import_id);
BEGIN
  RETURN QUERY
    SELECT r.* FROM jsonb_to_recordset(reeve.cell_enter(i.app,
      'SELECT jsonb_agg(to_jsonb(f)) FROM reeve.cell_import_find(($7)[1]) f',
      vals => ARRAY[CASE WHEN is_making THEN i.statements
        ELSE i.statements || jsonb_build_object('refs', (
          SELECT jsonb_agg(f.value - 'make' ORDER BY f.place)
          FROM jsonb_array_elements(i.statements -> 'refs') WITH ORDINALITY f(value, place)))
        END])) r(record bigint, code text, reason text);
END
$$;

COMMENT ON FUNCTION reeve.app_import_find(int, boolean) IS
  'Looks up the rows that an import''s staged records refer to, in a cell, and creates them if '
  'wanted and if the mapping says so; returns the records that cannot be written, and what was '
  'created.';
