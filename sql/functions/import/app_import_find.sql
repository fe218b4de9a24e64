-- Acts as the app's writer, inside a cell.
CREATE OR REPLACE FUNCTION reeve.app_import_find(import_id int)
RETURNS TABLE(record bigint, code text, reason text)
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' SET jit = off
AS $$
DECLARE
  i reeve.import := (
    SELECT l FROM reeve.import l WHERE l.import_id = app_import_find.import_id);
BEGIN
  RETURN QUERY
    SELECT r.* FROM jsonb_to_recordset(reeve.cell_enter(i.app,
      'SELECT jsonb_agg(to_jsonb(f)) FROM reeve.cell_import_find(($7)[1]) f',
      vals => ARRAY[i.statements])) r(record bigint, code text, reason text);
END
$$;

COMMENT ON FUNCTION reeve.app_import_find(int) IS
  'Looks up what an import''s staged records refer to, in a cell; returns those that cannot be '
  'written.';
