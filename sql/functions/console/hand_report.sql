-- Reads as the app's reader.
CREATE OR REPLACE FUNCTION reeve.hand_report(app text, name text, key text, arguments text[])
RETURNS SETOF text[]
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN QUERY EXECUTE reeve.eye_call(app, 'fields text[]', ARRAY['keys', 'words'])
  USING (
    SELECT r.call_sql FROM reeve.report r
    WHERE r.app = hand_report.app AND r.name = hand_report.name), arguments, key;
END
$$;

COMMENT ON FUNCTION reeve.hand_report(text, text, text, text[]) IS
  'Runs a report of the applied catalog with the rights of the app''s eye: one text[] a row.';
