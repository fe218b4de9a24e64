-- Reads as the app's reader.
CREATE OR REPLACE FUNCTION reeve.app_made(c reeve.collection, keys text[])
RETURNS TABLE(key text, made timestamptz)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' SET plan_cache_mode = 'force_generic_plan'
AS $$
DECLARE
  columns CONSTANT text := 'key text, made timestamptz';
BEGIN
  BEGIN
    RETURN QUERY EXECUTE reeve.reader_call_kept(c.app, columns, 'made ' || c.collection_id)
    USING keys;
    RETURN;
  EXCEPTION WHEN SQLSTATE 'RV006' OR data_exception OR undefined_function THEN
    -- As in app_evidence.
  END;
  RETURN QUERY EXECUTE reeve.reader_call(c.app, columns) USING reeve.made_statement(c), keys;
END
$$;

COMMENT ON FUNCTION reeve.app_made(reeve.collection, text[]) IS
  'When these rows of a collection whose catalog says how to know were made.';
