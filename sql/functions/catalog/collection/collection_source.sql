CREATE OR REPLACE FUNCTION reeve.collection_source(c reeve.collection) RETURNS text
-- plpgsql, since a function in SQL is planned at each call.
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN coalesce((
    SELECT format('(SELECT t.*, %s FROM %s t)', string_agg(
      format('t.%I AS %I', a.attname, k.name), ', ' ORDER BY k.number), c.table_sql)
    FROM reeve.collection_column k
    JOIN pg_attribute a ON a.attrelid = k.table_id AND a.attnum = k.number AND NOT a.attisdropped
    WHERE k.collection_id = c.collection_id AND k.table_id = to_regclass(c.table_sql)
      AND a.attname <> k.name AND NOT EXISTS (
        SELECT FROM pg_attribute o
        WHERE o.attrelid = k.table_id AND o.attname = k.name AND NOT o.attisdropped)
    HAVING count(*) > 0), c.table_sql);
END
$$;

COMMENT ON FUNCTION reeve.collection_source(reeve.collection) IS
  'The table of a collection as FROM names it. Columns that have been renamed since the catalog '
  'was applied have their former names too, where no other column has those.';
