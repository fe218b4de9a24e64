CREATE OR REPLACE FUNCTION reeve.made_statement(c reeve.collection) RETURNS text
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  IF c.created_column IS NOT NULL THEN
    RETURN format('SELECT %s, t.%I::timestamptz FROM %s t WHERE %s', c.key_sql, c.created_column,
      c.table_sql, c.keys_sql);
  END IF;
  RETURN NULL;
END
$$;

COMMENT ON FUNCTION reeve.made_statement(reeve.collection) IS
  'The statement by which an app reader says when the rows with the keys $1 were made: key, made. '
  'NULL where the catalog does not say how to know.';
