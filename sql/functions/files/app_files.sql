-- Reads as the app's reader.
CREATE OR REPLACE FUNCTION reeve.app_files(c reeve.collection, keys text[])
RETURNS TABLE(key text, bucket text, object text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' SET "IntervalStyle" = 'postgres'
SET bytea_output = 'hex' SET extra_float_digits = 1
AS $$
DECLARE
  statement text := (
    -- OFFSET: the app's function is called once for each name, not in each condition.
    SELECT string_agg(format('SELECT n.* FROM (SELECT %s AS key, %L::text AS bucket, o.object'
      ' FROM %s WHERE %s OFFSET 0) n WHERE %s',
      f.owner_key, f.bucket, f.source, f.owner_keys, reeve.file_condition('n.object')),
      ' UNION ' ORDER BY f.path)
    FROM reeve.file_source f WHERE f.owner_id = c.collection_id);
BEGIN
  IF statement IS NOT NULL THEN
    RETURN QUERY EXECUTE reeve.reader_call(c.app, 'key text, bucket text, object text')
    USING statement, keys;
  END IF;
EXCEPTION WHEN data_exception THEN
  -- By what stands in a row, or by the app's function.
  RAISE EXCEPTION 'the names of files cannot be read: %', SQLERRM USING ERRCODE = 'RV006';
END
$$;

COMMENT ON FUNCTION reeve.app_files(reeve.collection, text[]) IS
  'The objects in buckets that these rows name, or that rows name which are seen only with these.';
