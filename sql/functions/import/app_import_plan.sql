-- Acts as the app's writer, inside a cell.
CREATE OR REPLACE FUNCTION reeve.app_import_plan(import_id int) RETURNS boolean
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  i reeve.import := (
    SELECT l FROM reeve.import l WHERE l.import_id = app_import_plan.import_id);
BEGIN
  RETURN reeve.cell_enter(i.app, 'SELECT to_jsonb(reeve.cell_import_plan(($7)[1]))',
    vals => ARRAY[i.statements])::boolean;
EXCEPTION WHEN SQLSTATE 'RV006' THEN
  RAISE EXCEPTION '% cannot run this import: %', reeve.app_role('writer', i.app), SQLERRM
    USING ERRCODE = 'RV005', HINT = 'Grant it what the mapping''s expressions use.';
END
$$;

COMMENT ON FUNCTION reeve.app_import_plan(int) IS
  'Plans an import''s statements with the app writer''s rights, without running them; RV005 if '
  'it may not. Returns whether the target is empty.';
