CREATE OR REPLACE FUNCTION reeve.files_statement(collection_id int) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  -- OFFSET: the app's function is called once for each name, not in each condition.
  RETURN (
    SELECT string_agg(format('SELECT n.* FROM (SELECT %s AS key, %L::text AS bucket, o.object'
      ' FROM %s WHERE %s OFFSET 0) n WHERE %s',
      f.owner_key, f.bucket, f.source, f.owner_keys, reeve.file_condition('n.object')),
      ' UNION ' ORDER BY f.path)
    FROM reeve.file_source f WHERE f.owner_id = files_statement.collection_id);
END
$$;

COMMENT ON FUNCTION reeve.files_statement(int) IS
  'The statement by which an app reader lists the objects in buckets that rows with the keys $1 '
  'name, or that rows name which are seen only with these: key, bucket, object. NULL if none does.';
