CREATE OR REPLACE FUNCTION reeve.catalog_joined(manifest jsonb, collection text)
RETURNS TABLE(name text, steps text[])
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT DISTINCT n.name, string_to_array(n.name, '.')
  FROM (SELECT manifest #> ARRAY['collections', collection, 'search']) s(search)
  CROSS JOIN unnest(ARRAY['a', 'b', 'c', 'd']) w(weight)
  CROSS JOIN LATERAL unnest(reeve.catalog_columns(s.search -> w.weight)) n(name)
  WHERE jsonb_typeof(s.search) = 'object' AND n.name LIKE '%.%' AND NOT EXISTS (
    SELECT FROM pg_attribute a
    WHERE a.attrelid = to_regclass(reeve.catalog_table(manifest, collection))
      AND a.attname = n.name)
$$;

COMMENT ON FUNCTION reeve.catalog_joined(jsonb, text) IS
  'Fields of a search declaration that are columns of parents, such as store.name: the parents and '
  'the column.';
