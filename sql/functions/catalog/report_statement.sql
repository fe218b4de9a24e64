CREATE OR REPLACE FUNCTION reeve.report_statement(app text, name text) RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT r.call_sql FROM reeve.report r
  WHERE r.app = report_statement.app AND r.name = report_statement.name
$$;

COMMENT ON FUNCTION reeve.report_statement(text, text) IS
  'The compiled call of a report, for the hand, which has no right on any table of Reeve''s.';

GRANT EXECUTE ON FUNCTION reeve.report_statement(text, text) TO reeve_hand;
