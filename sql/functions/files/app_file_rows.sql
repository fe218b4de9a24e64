-- Reads as the app's reader.
CREATE OR REPLACE FUNCTION reeve.app_file_rows(app text, buckets text[], objects text[])
RETURNS TABLE(bucket text, object text, is_shown boolean, owners text[])
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' SET "IntervalStyle" = 'postgres'
SET bytea_output = 'hex' SET extra_float_digits = 1
SET plan_cache_mode = 'force_generic_plan'
AS $$
DECLARE
  columns CONSTANT text := 'bucket text, object text, is_shown boolean, owners text[]';
  statement text;
BEGIN
  IF cardinality(buckets) = 1 THEN
    BEGIN
      RETURN QUERY EXECUTE reeve.reader_call_kept(app, columns, 'objects ' || buckets[1])
      USING objects;
      RETURN;
    EXCEPTION WHEN SQLSTATE 'RV006' OR data_exception OR undefined_function THEN
      -- As in app_evidence.
    END;
  END IF;
  statement := reeve.objects_statement(app, buckets);
  IF statement IS NOT NULL THEN
    RETURN QUERY EXECUTE reeve.reader_call(app, columns) USING statement, objects;
  END IF;
EXCEPTION WHEN data_exception THEN
  -- By what stands in a row, or by the app's function.
  RAISE EXCEPTION 'the names of files cannot be read: %', SQLERRM USING ERRCODE = 'RV006';
END
$$;

COMMENT ON FUNCTION reeve.app_file_rows(text, text[], text[]) IS
  'The rows of an app that name one of these objects in one of these buckets: whether nothing '
  'hides them by columns of the app''s, and the row with the rows that it is seen with, as '
  '12:KEY by collection.';
