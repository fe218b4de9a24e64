CREATE OR REPLACE FUNCTION reeve.migrate_columns(mapping jsonb, source regclass, target regclass)
RETURNS TABLE(is_back boolean, place int, name text, type text, value_sql text, origin text,
  is_key boolean, is_plain boolean, is_generated boolean, path text, part text, column_name text)
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  WITH m AS (
    SELECT c.key AS name, c.value ->> 'from' AS origin, c.value ->> 'up' AS up,
      c.value ->> 'down' AS down, c.value ->> 'default' AS default_sql,
      c.key = ANY (reeve.catalog_columns(mapping -> 'key')) AS is_key,
      NOT c.value ?| ARRAY['up', 'down', 'default'] AS is_plain,
      '/columns/' || replace(replace(c.key, '~', '~0'), '/', '~1') AS path
    FROM jsonb_each(mapping -> 'columns') c
    UNION ALL
    -- Every unit has a row in a part, unless the mapping says which units do.
    SELECT p.part, NULL, 'TRUE', NULL, NULL, FALSE, FALSE, p.path
    FROM reeve.migrate_parts(mapping, 'target', target) p
    WHERE p.place > 0 AND NOT p.is_list AND NOT mapping -> 'columns' ? p.part
  ),
  back AS (
    SELECT a.place AS attnum, a.name AS attname, a.type, a.relation, a.part, a.column_name,
      CASE WHEN mapping -> 'down' ? a.name THEN '(' || (mapping -> 'down' ->> a.name) || ')'
        WHEN b.down IS NOT NULL
          THEN '(' || replace(b.down, '$v', 't.' || quote_ident(b.name)) || ')'
        WHEN b.up IS NULL THEN 't.' || quote_ident(b.name) END AS value_sql,
      b.name, coalesce(b.is_key, FALSE) AS is_key,
      coalesce(b.is_plain, FALSE) AND NOT coalesce(mapping -> 'down' ? a.name, FALSE)
        AS is_plain,
      a.is_generated,
      CASE WHEN mapping -> 'down' ? a.name
        THEN '/down/' || replace(replace(a.name, '~', '~0'), '/', '~1')
        ELSE coalesce(b.path || CASE WHEN b.down IS NULL THEN '' ELSE '/down' END, '/columns') END
        AS path
    FROM reeve.migrate_attributes(mapping, 'source', source) a
    LEFT JOIN (
      SELECT DISTINCT ON (m.origin) m.* FROM m
      ORDER BY m.origin, NOT m.is_key, m.down IS NULL, m.up IS NOT NULL, m.name) b
      ON b.origin = a.name
  ),
  computed AS (
    SELECT r.part, r.name, CASE WHEN count(i.value_sql) = cardinality(r.inputs)
      THEN format('(SELECT %s%s)', r.value_sql, ' FROM (SELECT '
        || string_agg(format('(%s)::%s AS %I', i.value_sql, i.type, i.column_name), ', ') || ') q')
      END AS value_sql
    FROM reeve.migrate_generated(mapping, 'source', source) r
    LEFT JOIN back i ON i.part = r.part AND i.column_name = ANY (r.inputs)
    GROUP BY r.part, r.name, r.value_sql, r.inputs
  ),
  x(is_back, place, name, type, value_sql, origin, is_key, is_plain, is_generated, path, part,
    column_name) AS (
    SELECT FALSE, row_number() OVER (ORDER BY m.name COLLATE "C")::int, m.name,
      a.type,
      format(CASE WHEN m.default_sql IS NULL THEN '%s' ELSE 'coalesce(%s, (%s))' END,
        CASE WHEN m.up IS NULL THEN 's.' || quote_ident(m.origin)
          ELSE '(' || replace(m.up, '$v', coalesce('s.' || quote_ident(m.origin), '$v')) || ')' END,
        m.default_sql),
      m.origin, m.is_key, m.is_plain, coalesce(a.is_generated, FALSE), m.path,
      a.part, a.column_name
    FROM m
    LEFT JOIN reeve.migrate_attributes(mapping, 'target', target) a ON a.name = m.name
    UNION ALL
    SELECT TRUE, b.attnum, b.attname, b.type,
      -- A generated column of the source is computed from its inputs, if all of them come back.
      CASE WHEN b.is_generated AND b.value_sql IS NULL
        AND b.attname <> ALL (reeve.catalog_columns(mapping -> 'drop')) THEN g.value_sql
      ELSE b.value_sql END,
      b.name, b.is_key, b.is_plain, b.is_generated, b.path, b.part,
      b.column_name
    FROM back b
    LEFT JOIN computed g ON g.part = b.part AND g.name = b.column_name
  )
  SELECT x.is_back, x.place, x.name, x.type,
    -- Without its row a part computes nothing.
    CASE WHEN x.is_generated AND p.value_sql <> '(TRUE)'
      THEN format('CASE WHEN %s THEN %s END', p.value_sql, x.value_sql) ELSE x.value_sql END,
    x.origin, x.is_key, x.is_plain, x.is_generated, x.path, x.part, x.column_name
  FROM x
  LEFT JOIN x p ON p.is_back = x.is_back AND p.part = x.part AND x.part <> ''
    AND p.column_name IS NULL
$$;

COMMENT ON FUNCTION reeve.migrate_columns(jsonb, regclass, regclass) IS
  'Columns of a mapping. Forward: the target''s, each with its value over the source row s; '
  'back: all of the source''s, each with its value over the target row t, NULL if nothing '
  'restores it; a generated column without `down` is computed from restored ones. origin is the '
  'column on the other side; part and column_name say where it is stored, as in '
  'reeve.migrate_attributes. type is NULL for a column that does not exist.';
