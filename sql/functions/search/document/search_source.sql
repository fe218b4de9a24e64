CREATE OR REPLACE FUNCTION reeve.search_source(
  relation regclass, name text, OUT kind "char", OUT source text, OUT is_array boolean)
-- plpgsql, since a function in SQL is planned at each call.
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  SELECT coalesce(e.typcategory, y.typcategory),
    format(CASE WHEN e.oid IS NULL THEN 'ARRAY[t.%I]' ELSE 't.%I' END, a.attname),
    e.oid IS NOT NULL
  INTO kind, source, is_array
  FROM pg_attribute a
  JOIN pg_type y ON y.oid = a.atttypid
  LEFT JOIN pg_type e ON y.typcategory = 'A' AND e.oid = y.typelem
  WHERE a.attrelid = relation AND a.attname = search_source.name;
END
$$;

COMMENT ON FUNCTION reeve.search_source(regclass, text) IS
  'A column as an array over t, the category of its elements (pg_type.typcategory), and whether it '
  'is an array itself.';
