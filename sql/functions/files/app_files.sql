-- Reads as the app's reader.
CREATE OR REPLACE FUNCTION reeve.app_files(c reeve.collection, keys text[])
RETURNS TABLE(key text, bucket text, object text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' SET "IntervalStyle" = 'postgres'
SET bytea_output = 'hex' SET extra_float_digits = 1
SET plan_cache_mode = 'force_generic_plan'
AS $$
DECLARE
  columns CONSTANT text := 'key text, bucket text, object text';
BEGIN
  IF NOT EXISTS (SELECT FROM reeve.file_source f WHERE f.owner_id = c.collection_id) THEN
    RETURN;
  END IF;
  BEGIN
    RETURN QUERY EXECUTE reeve.reader_call_kept(c.app, columns, 'files ' || c.collection_id)
    USING keys;
    RETURN;
  EXCEPTION WHEN SQLSTATE 'RV006' OR data_exception OR undefined_function THEN
    -- As in app_evidence.
  END;
  RETURN QUERY EXECUTE reeve.reader_call(c.app, columns)
  USING reeve.files_statement(c.collection_id), keys;
EXCEPTION WHEN data_exception THEN
  -- By what stands in a row, or by the app's function.
  RAISE EXCEPTION 'the names of files cannot be read: %', SQLERRM USING ERRCODE = 'RV006';
END
$$;

COMMENT ON FUNCTION reeve.app_files(reeve.collection, text[]) IS
  'The objects in buckets that these rows name, or that rows name which are seen only with these.';
