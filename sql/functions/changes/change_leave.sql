CREATE OR REPLACE FUNCTION reeve.change_leave(app text, reader text) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  DELETE FROM reeve.change_reader r WHERE r.name = reader AND r.app = change_leave.app;
  PERFORM reeve.change_forget(change_leave.app) WHERE FOUND;
END
$$;

COMMENT ON FUNCTION reeve.change_leave(text, text) IS
  'Removes a reader of an app''s changes; purges changes that no other reader has yet to read.';
