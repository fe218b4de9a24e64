-- Reads as the app's reader. ROWS is what a step of a batch asks for: of two, a join would compare
-- each with each.
CREATE OR REPLACE FUNCTION reeve.app_parents(collection_id int, keys text[])
RETURNS TABLE(key text, name text, parent_id int, parent_key text)
LANGUAGE plpgsql STABLE ROWS 200 SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' SET bytea_output = 'hex'
SET "IntervalStyle" = 'postgres' SET extra_float_digits = 1
SET plan_cache_mode = 'force_generic_plan'
AS $$
DECLARE
  columns CONSTANT text := 'key text, name text, parent_id int, parent_key text';
  c reeve.collection := reeve.collection_get(collection_id);
BEGIN
  IF c.parents_sql = '' THEN
    RETURN;
  END IF;
  BEGIN
    RETURN QUERY EXECUTE reeve.reader_call_kept(c.app, columns, 'parents ' || c.collection_id)
    USING keys;
    RETURN;
  EXCEPTION WHEN SQLSTATE 'RV006' OR data_exception OR undefined_function THEN
    -- As in app_evidence.
  END;
  RETURN QUERY EXECUTE reeve.reader_call(c.app, columns) USING c.parents_sql, keys;
END
$$;

COMMENT ON FUNCTION reeve.app_parents(int, text[]) IS
  'Returns the parents of rows by the catalog: each parent''s name, its collection and key (NULL '
  'if there is none).';
