-- Reads as the app's reader.
CREATE OR REPLACE FUNCTION reeve.app_view(
  app text, name text, key text, arguments text[], max_rows int)
RETURNS SETOF text[]
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN QUERY EXECUTE reeve.reader_call(app, 'fields text[]', ARRAY['keys', 'max_rows', 'words'])
  USING (
    SELECT v.call_sql FROM reeve.catalog_view v
    WHERE v.app = app_view.app AND v.name = app_view.name), arguments, max_rows::bigint, key;
END
$$;

COMMENT ON FUNCTION reeve.app_view(text, text, text, text[], int) IS
  'Runs a view of the applied catalog with the rights of the app''s reader: one text[] per row.';
