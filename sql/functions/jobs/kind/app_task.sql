-- Acts as the app's writer, inside a cell.
CREATE OR REPLACE FUNCTION reeve.app_task(
  app text, name text, arguments text[], max_rows int, OUT done bigint, OUT remaining bigint)
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  answer jsonb := reeve.cell_enter(app, (
    SELECT format('SELECT jsonb_build_array(t.done, t.remaining) FROM (%s) t(done, remaining)',
      k.call_sql)
    FROM reeve.task k WHERE k.app = app_task.app AND k.name = app_task.name),
    arguments, max_rows => max_rows);
BEGIN
  done := answer ->> 0;
  remaining := answer ->> 1;
END
$$;

COMMENT ON FUNCTION reeve.app_task(text, text, text[], int) IS
  'Runs one batch of a task of the applied catalog in a cell: its function runs as the app '
  'writer or, if it is SECURITY DEFINER, as the app''s owner.';
