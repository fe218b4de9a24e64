CREATE OR REPLACE FUNCTION reeve.migrate_kept(
  mapping jsonb, source regclass, target regclass, name text, type text, value_sql text)
RETURNS text
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  WITH named AS (
    SELECT a.name, a.is_generated, a.column_name IS NULL AND NOT a.is_list
        OR mapping -> 'columns' ? a.name AS is_mapped
    FROM reeve.migrate_attributes(mapping, 'target', target) a
    WHERE value_sql ~ E'\\mt\\.\\*|[(,]\\s*t\\s*[,)]' OR CASE WHEN a.name ~ E'^\\w+$'
      THEN value_sql ~ (E'\\m' || a.name || E'\\M') ELSE position(a.name IN value_sql) > 0 END
  )
  -- A column that only the target has may have changed, which the source's row does not show.
  SELECT CASE WHEN EXISTS (SELECT FROM named n WHERE NOT n.is_mapped AND NOT n.is_generated)
    THEN migrate_kept.value_sql
    ELSE coalesce(format('CASE WHEN %s AND %s THEN s.%I ELSE (%s)::%s END', (
        SELECT string_agg(format('s.%I IS NOT NULL', c), ' AND ')
        FROM unnest(reeve.migrate_keys(mapping, 'source')) c),
      string_agg(format(
        CASE WHEN f.type IN ('json', 'xml') OR y.typcategory = 'G'
          THEN '((%1$s)::%2$s)::text IS NOT DISTINCT FROM t.%3$I::text'
          ELSE '(%1$s)::%2$s IS NOT DISTINCT FROM t.%3$I' END, f.value_sql, f.type, f.name),
        ' AND ' ORDER BY f.place),
      migrate_kept.name, migrate_kept.value_sql, migrate_kept.type), migrate_kept.value_sql) END
  FROM reeve.migrate_columns(mapping, source, target) f
  LEFT JOIN pg_type y ON y.oid = to_regtype(f.type)
  WHERE NOT f.is_back AND NOT f.is_key
    AND (f.name IN (SELECT n.name FROM named n)
      -- Computed from all columns, or from something other than columns.
      OR NOT EXISTS (SELECT FROM named n WHERE n.is_mapped)
      OR EXISTS (SELECT FROM named n WHERE n.is_generated))
$$;

COMMENT ON FUNCTION reeve.migrate_kept(jsonb, regclass, regclass, text, text, text) IS
  'Value of a column of the source over the target row t and the source''s present row s: the '
  'present value if s still yields t in all columns that value_sql names, else value_sql.';
