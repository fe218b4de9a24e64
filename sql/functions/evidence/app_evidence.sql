-- Reads as the app's reader.
CREATE OR REPLACE FUNCTION reeve.app_evidence(c reeve.collection, keys text[])
RETURNS TABLE(root text, name text, collection_id int, key text, content text)
LANGUAGE plpgsql STABLE ROWS 20 SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' SET "IntervalStyle" = 'postgres'
SET bytea_output = 'hex' SET extra_float_digits = 1
SET plan_cache_mode = 'force_generic_plan'
AS $$
DECLARE
  columns CONSTANT text := 'root text, name text, collection_id int, key text, content text';
  statement text;
BEGIN
  BEGIN
    RETURN QUERY EXECUTE reeve.reader_call_kept(c.app, columns, 'evidence ' || c.collection_id)
    USING keys;
    RETURN;
  EXCEPTION WHEN SQLSTATE 'RV006' OR data_exception OR undefined_function THEN
    -- A table may have changed since the catalog was applied, or an upgrade not be finished.
  END;
  statement := reeve.evidence_statement(c);
  IF statement IS NOT NULL THEN
    RETURN QUERY EXECUTE reeve.reader_call(c.app, columns) USING statement, keys;
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.app_evidence(reeve.collection, text[]) IS
  'These rows and their parents at one visit of the reader: who is whose parent by the catalog '
  '(root, name), and each row once as evidence keeps it (content; reeve.evidence_object). NULL: '
  'root, name, content.';
