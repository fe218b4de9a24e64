-- Reads as the app's reader.
CREATE OR REPLACE FUNCTION reeve.app_view(app text, name text, key text, arguments text[])
RETURNS SETOF text[]
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN QUERY EXECUTE reeve.reader_call(app, 'fields text[]', ARRAY['keys', 'words'])
  USING (
    SELECT r.call_sql FROM reeve.catalog_view r
    WHERE r.app = app_view.app AND r.name = app_view.name), arguments, key;
END
$$;

COMMENT ON FUNCTION reeve.app_view(text, text, text, text[]) IS
  'Runs a report of the applied catalog with the rights of the app''s reader: one text[] a row.';
