CREATE OR REPLACE FUNCTION reeve.search_source(
  relation regclass, name text, OUT kind "char", OUT is_array boolean)
-- plpgsql, since a function in SQL is planned at each call.
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  SELECT coalesce(e.typcategory, y.typcategory), e.oid IS NOT NULL
  INTO kind, is_array
  FROM pg_attribute a
  JOIN pg_type y ON y.oid = a.atttypid
  LEFT JOIN pg_type e ON y.typcategory = 'A' AND e.oid = y.typelem
  WHERE a.attrelid = relation AND NOT a.attisdropped AND (a.attname = search_source.name
    -- As reeve.collection_source names it
    OR a.attnum IN (
      SELECT k.number FROM reeve.collection_column k
      WHERE k.table_id = relation AND k.name = search_source.name))
  ORDER BY a.attname <> search_source.name LIMIT 1;
END
$$;

COMMENT ON FUNCTION reeve.search_source(regclass, text) IS
  'The category (pg_type.typcategory) of a column, or of its elements, and whether it is an array. '
  'A column that has been renamed since the catalog was applied goes by its former name.';
