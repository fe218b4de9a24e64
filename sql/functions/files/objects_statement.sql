CREATE OR REPLACE FUNCTION reeve.objects_statement(app text, buckets text[]) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN (
    SELECT string_agg(format('SELECT %L::text, o.object, %s, ARRAY[%s] FROM %s WHERE %s',
      f.bucket, f.visible, f.owners, f.source, f.narrowed), ' UNION ALL ' ORDER BY f.path)
    FROM (
      SELECT f.path, f.bucket, f.source, f.narrowed,
        string_agg(format('coalesce(%L || %s, '''')', f.owner_id || ':', f.owner_key), ', ')
          AS owners,
        string_agg(format('(%s)', f.owner_visible), ' AND ') AS visible
      FROM reeve.file_source f
      WHERE f.app = objects_statement.app AND f.bucket = ANY (buckets)
      GROUP BY f.path, f.bucket, f.source, f.narrowed) f);
END
$$;

COMMENT ON FUNCTION reeve.objects_statement(text, text[]) IS
  'The statement by which an app reader lists the rows that name one of the objects $1 in one of '
  'these buckets: bucket, object, whether nothing hides the row by columns of the app''s, and the '
  'row with the rows that it is seen with, as 12:KEY by collection. NULL if no row names any.';
