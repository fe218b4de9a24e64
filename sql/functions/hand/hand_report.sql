CREATE OR REPLACE FUNCTION reeve.hand_report(app text, name text, key text, arguments text[])
RETURNS SETOF text[]
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN QUERY EXECUTE reeve.report_statement(app, name) USING key, arguments;
END
$$;

COMMENT ON FUNCTION reeve.hand_report(text, text, text, text[]) IS
  'Runs a report of the applied catalog with the hand''s rights: one text[] a row.';

GRANT EXECUTE ON FUNCTION reeve.hand_report(text, text, text, text[]) TO reeve_owner;
