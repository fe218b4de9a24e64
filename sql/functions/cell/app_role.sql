CREATE OR REPLACE FUNCTION reeve.app_role(kind text, app text) RETURNS text
LANGUAGE sql IMMUTABLE
RETURN 'reeve_' || kind || '_' || CASE WHEN length(app) <= 46 THEN app
  ELSE left(app, 37) || '_' || left(md5(app), 8) END;

COMMENT ON FUNCTION reeve.app_role(text, text) IS
  'The name of an app''s role: writer writes its tables, reader reads them. A long name is cut and '
  'ends with a digest.';
