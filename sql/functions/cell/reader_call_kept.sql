CREATE OR REPLACE FUNCTION reeve.reader_call_kept(app text, columns text, name text)
RETURNS text
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN format('SELECT * FROM reeve_cell.%I($1, %L) AS (%s)', reeve.app_role('reader', app), name,
    columns);
END
$$;

COMMENT ON FUNCTION reeve.reader_call_kept(text, text, text) IS
  'A statement that reads rows with the keys $1 as the app reader of an app by a statement of '
  'reeve.reader_branches; columns: those that it returns.';
