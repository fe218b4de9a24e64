CREATE OR REPLACE FUNCTION reeve.migrate_kept(mapping jsonb, source regclass, target regclass)
RETURNS TABLE(name text, value_sql text)
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  WITH m AS MATERIALIZED (SELECT * FROM reeve.migrate_columns(mapping, source, target)),
  back AS MATERIALIZED (
    SELECT b.* FROM m b
    WHERE b.is_back AND NOT b.is_generated AND NOT b.is_plain AND b.value_sql IS NOT NULL
  ),
  attribute AS MATERIALIZED (
    SELECT a.name, a.name ~ E'^\\w+$' AS is_word, a.is_generated,
      a.column_name IS NULL AND NOT a.is_list OR mapping -> 'columns' ? a.name AS is_mapped
    FROM reeve.migrate_attributes(mapping, 'target', target) a
  ),
  -- Columns of the target that each column of the source may be computed from.
  named AS MATERIALIZED (
    SELECT b.name AS old_name, a.*
    FROM back b
    CROSS JOIN LATERAL regexp_matches(b.value_sql, E'\\w+', 'g') w(words)
    JOIN attribute a ON a.is_word AND a.name IN (w.words[1], lower(w.words[1]))
    UNION
    SELECT b.name, a.*
    FROM attribute a JOIN back b ON position(a.name IN b.value_sql) > 0 WHERE NOT a.is_word
    UNION
    SELECT b.name, a.*
    FROM back b CROSS JOIN attribute a WHERE b.value_sql ~ E'\\mt\\.\\*|[(,]\\s*t\\s*[,)]'
  ),
  same AS MATERIALIZED (
    -- The stored value: another may equal it, such as 1.00 and 1.0.
    SELECT f.place, f.name, format(
      'ROW((%1$s)::%2$s)::record OPERATOR(pg_catalog.*=) ROW(t.%3$I::%2$s)::record', f.value_sql,
      f.type, f.name) AS test
    FROM m f
    WHERE NOT f.is_back AND NOT f.is_key
  ),
  found AS (
    SELECT b.name, b.type, b.value_sql,
      -- A column that only the target has may have changed, which the source's row does not show.
      NOT coalesce(bool_or(NOT n.is_mapped AND NOT n.is_generated), FALSE) AS can_stay,
      -- Computed from all columns, or from something other than columns.
      coalesce(bool_or(n.is_generated) OR NOT bool_or(n.is_mapped), TRUE) AS is_of_all,
      string_agg(s.test, ' AND ' ORDER BY s.place) AS tests
    FROM back b
    LEFT JOIN named n ON n.old_name = b.name
    LEFT JOIN same s ON s.name = n.name
    GROUP BY b.name, b.type, b.value_sql
  )
  SELECT f.name, format('CASE WHEN %s AND %s THEN s.%I ELSE (%s)::%s END', (
      SELECT string_agg(format('s.%I IS NOT NULL', c), ' AND ')
      FROM unnest(reeve.migrate_keys(mapping, 'source')) c),
    t.tests, f.name, f.value_sql, f.type)
  FROM found f
  CROSS JOIN LATERAL (SELECT CASE WHEN f.is_of_all
    THEN (SELECT string_agg(s.test, ' AND ' ORDER BY s.place) FROM same s)
    ELSE f.tests END) t(tests)
  WHERE f.can_stay AND t.tests IS NOT NULL
$$;

COMMENT ON FUNCTION reeve.migrate_kept(jsonb, regclass, regclass) IS
  'Columns of the source that keep their present value on the way back if that still yields the '
  'target''s: the value over the target row t and the source''s present row s, which is the '
  'present one if s yields t in all columns that the value names.';
