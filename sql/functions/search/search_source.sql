CREATE OR REPLACE FUNCTION reeve.search_source(
  relation regclass, name text, OUT kind "char", OUT source text, OUT is_array boolean)
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT coalesce(e.typcategory, y.typcategory),
    format(CASE WHEN e.oid IS NULL THEN 'ARRAY[t.%I]' ELSE 't.%I' END, a.attname),
    e.oid IS NOT NULL
  FROM pg_attribute a
  JOIN pg_type y ON y.oid = a.atttypid
  LEFT JOIN pg_type e ON y.typcategory = 'A' AND e.oid = y.typelem
  WHERE a.attrelid = relation AND a.attname = search_source.name
$$;

COMMENT ON FUNCTION reeve.search_source(regclass, text) IS
  'A column as an array over t, the category of its elements (pg_type.typcategory), and whether it '
  'is an array itself.';
