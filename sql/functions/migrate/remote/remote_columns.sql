CREATE OR REPLACE FUNCTION reeve.remote_columns(mapping jsonb, facts jsonb)
RETURNS TABLE(place int, name text, value_sql text, path text, is_key boolean, type text,
  base text, category text, is_fixed boolean)
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT m.place, m.name,
    -- A type that only exists there reads the text there. Text that is too long is not truncated
    -- here but refused there.
    format(CASE WHEN f.is_common AND to_regtype(f.base) IS NOT NULL THEN '((%s)::%s)::text'
      ELSE '(%s)::text' END, m.value_sql,
      CASE WHEN f.category IN ('S', 'V') THEN f.base ELSE f.type END),
    m.path, m.is_key, f.type, f.base, f.category, f.is_fixed
  FROM reeve.migrate_columns(mapping, reeve.migrate_table(mapping, 'source'), NULL) m
  LEFT JOIN jsonb_to_recordset(facts -> 'columns') f(name text, type text, base text,
    category text, is_common boolean, is_fixed boolean) ON f.name = m.name
  WHERE NOT m.is_back
$$;

COMMENT ON FUNCTION reeve.remote_columns(jsonb, jsonb) IS
  'Columns of a target in another database, in order, each with the text of its value over the '
  'source row s; type, base (without a length), category are NULL for a column that does not '
  'exist.';
