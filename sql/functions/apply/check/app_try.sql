-- Acts as the app's writer, inside a cell.
CREATE OR REPLACE FUNCTION reeve.app_try(app text, statement text) RETURNS text
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  PERFORM reeve.cell_enter(app, 'EXPLAIN (FORMAT JSON) ' || statement);
  RETURN NULL;
EXCEPTION WHEN SQLSTATE 'RV006' THEN
  RETURN SQLERRM;
END
$$;

COMMENT ON FUNCTION reeve.app_try(text, text) IS
  'Plans a statement as an app''s writer, without running it; returns the error, NULL when it is '
  'sound.';
