CREATE OR REPLACE FUNCTION reeve.search_source(
  relation regclass, name text, OUT kind "char", OUT source text)
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT coalesce(e.typcategory, y.typcategory),
    CASE WHEN e.oid IS NULL THEN format('ARRAY[t.%I]', a.attname) ELSE format('t.%I', a.attname) END
  FROM pg_attribute a
  JOIN pg_type y ON y.oid = a.atttypid
  LEFT JOIN pg_type e ON y.typcategory = 'A' AND e.oid = y.typelem
  WHERE a.attrelid = relation AND a.attname = search_source.name
$$;

COMMENT ON FUNCTION reeve.search_source(regclass, text) IS
  'A column as an array over t, and the category of its elements (pg_type.typcategory).';
