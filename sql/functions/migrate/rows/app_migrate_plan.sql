-- Acts as the app's writer, inside a cell.
CREATE OR REPLACE FUNCTION reeve.app_migrate_plan(copy_id int) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  c reeve.live_copy := (
    SELECT l FROM reeve.live_copy l WHERE l.copy_id = app_migrate_plan.copy_id);
BEGIN
  PERFORM reeve.cell_enter(c.app, 'SELECT NULL::jsonb FROM reeve.cell_migrate_plan(($7)[1])',
    vals => ARRAY[c.statements]);
EXCEPTION WHEN SQLSTATE 'RV006' THEN
  RAISE EXCEPTION '% cannot run this copy: %', reeve.app_role('writer', c.app), SQLERRM
    USING ERRCODE = 'RV005', HINT = 'Grant it what the mapping''s expressions use.';
END
$$;

COMMENT ON FUNCTION reeve.app_migrate_plan(int) IS
  'Plans a live copy''s statements with the app writer''s rights, without running them; RV005 if '
  'it may not.';
