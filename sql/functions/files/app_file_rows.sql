-- Reads as the app's reader.
CREATE OR REPLACE FUNCTION reeve.app_file_rows(app text, buckets text[], objects text[])
RETURNS TABLE(bucket text, object text, is_shown boolean, owners text[])
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' SET "IntervalStyle" = 'postgres'
SET bytea_output = 'hex' SET extra_float_digits = 1
AS $$
#variable_conflict use_column
DECLARE
  statement text := (
    SELECT string_agg(format('SELECT %L::text, o.object, %s, ARRAY[%s] FROM %s WHERE %s',
      f.bucket, f.visible, f.owners, f.source, f.narrowed), ' UNION ALL ' ORDER BY f.path)
    FROM (
      SELECT f.path, f.bucket, f.source, f.narrowed,
        string_agg(format('coalesce(%L || %s, '''')', f.owner_id || ':', f.owner_key), ', ')
          AS owners,
        string_agg(format('(%s)', f.owner_visible), ' AND ') AS visible
      FROM reeve.file_source f
      WHERE f.app = app_file_rows.app AND f.bucket = ANY (buckets)
      GROUP BY f.path, f.bucket, f.source, f.narrowed) f);
BEGIN
  IF statement IS NOT NULL THEN
    RETURN QUERY EXECUTE reeve.reader_call(app,
      'bucket text, object text, is_shown boolean, owners text[]')
    USING statement, objects;
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
