CREATE OR REPLACE FUNCTION reeve.cell_lock(app text) RETURNS text
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  stem text := reeve.app_role('writer', app) || '_';
  cells CONSTANT int := 32;
  cell text;
BEGIN
  FOR i IN 0 .. cells - 1 LOOP
    -- A session comes back to the same cell, whose lock it may hold already.
    cell := format('reeve_cell.%I', stem || (pg_backend_pid() + i) % cells);
    BEGIN
      EXECUTE format('LOCK TABLE %s IN SHARE UPDATE EXCLUSIVE MODE NOWAIT', cell);
      RETURN cell;
    EXCEPTION
      WHEN lock_not_available THEN
        NULL;
      WHEN undefined_table THEN
        RAISE EXCEPTION 'the app % has no cells', app
          USING ERRCODE = 'RV006', HINT = '`reeve catalog apply` creates them.';
    END;
  END LOOP;
  EXECUTE format('LOCK TABLE %s IN SHARE UPDATE EXCLUSIVE MODE', cell);
  RETURN cell;
END
$$;

COMMENT ON FUNCTION reeve.cell_lock(text) IS
  'Locks a cell of an app that no other session is in and returns its name; waits for one, no '
  'longer than lock_timeout, where all are in use.';
