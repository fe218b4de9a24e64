CREATE OR REPLACE FUNCTION reeve.migrate_columns(mapping jsonb, source regclass, target regclass)
RETURNS TABLE(is_back boolean, place int, name text, type text, value_sql text, origin text,
  is_key boolean, is_plain boolean, is_generated boolean, path text)
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  WITH m AS (
    SELECT c.key AS name, c.value ->> 'from' AS origin, c.value ->> 'up' AS up,
      c.value ->> 'down' AS down, c.value ->> 'default' AS default_sql,
      c.key = ANY (reeve.catalog_columns(mapping -> 'key')) AS is_key,
      NOT c.value ?| ARRAY['up', 'down', 'default'] AS is_plain,
      '/columns/' || replace(replace(c.key, '~', '~0'), '/', '~1') AS path
    FROM jsonb_each(mapping -> 'columns') c
  ),
  back AS (
    SELECT a.attnum, a.attname, format_type(a.atttypid, a.atttypmod) AS type,
      CASE WHEN mapping -> 'down' ? a.attname THEN '(' || (mapping -> 'down' ->> a.attname) || ')'
        WHEN b.down IS NOT NULL
          THEN '(' || replace(b.down, '$v', 't.' || quote_ident(b.name)) || ')'
        WHEN b.up IS NULL THEN 't.' || quote_ident(b.name) END AS value_sql,
      b.name, coalesce(b.is_key, FALSE) AS is_key,
      coalesce(b.is_plain, FALSE) AND NOT coalesce(mapping -> 'down' ? a.attname, FALSE)
        AS is_plain,
      a.attgenerated <> '' AS is_generated,
      CASE WHEN mapping -> 'down' ? a.attname
        THEN '/down/' || replace(replace(a.attname, '~', '~0'), '/', '~1')
        ELSE coalesce(b.path || CASE WHEN b.down IS NULL THEN '' ELSE '/down' END, '/columns') END
        AS path
    FROM pg_attribute a
    LEFT JOIN LATERAL (
      SELECT m.* FROM m WHERE m.origin = a.attname
      ORDER BY NOT m.is_key, m.down IS NULL, m.up IS NOT NULL, m.name LIMIT 1) b ON TRUE
    WHERE a.attrelid = source AND a.attnum > 0 AND NOT a.attisdropped
  )
  SELECT FALSE, row_number() OVER (ORDER BY m.name COLLATE "C")::int, m.name,
    format_type(a.atttypid, a.atttypmod),
    format(CASE WHEN m.default_sql IS NULL THEN '%s' ELSE 'coalesce(%s, (%s))' END,
      CASE WHEN m.up IS NULL THEN 's.' || quote_ident(m.origin)
        ELSE '(' || replace(m.up, '$v', coalesce('s.' || quote_ident(m.origin), '$v')) || ')' END,
      m.default_sql),
    m.origin, m.is_key, m.is_plain, coalesce(a.attgenerated <> '', FALSE), m.path
  FROM m
  LEFT JOIN pg_attribute a ON a.attrelid = target AND a.attname = m.name AND a.attnum > 0
    AND NOT a.attisdropped
  UNION ALL
  SELECT TRUE, b.attnum, b.attname, b.type,
    -- What the source itself computes is computed from what gives its inputs back, if all do.
    CASE WHEN b.is_generated AND b.value_sql IS NULL
      AND b.attname <> ALL (reeve.catalog_columns(mapping -> 'drop')) THEN g.value_sql
    ELSE b.value_sql END,
    b.name, b.is_key, b.is_plain, b.is_generated, b.path
  FROM back b
  LEFT JOIN LATERAL (
    SELECT CASE WHEN count(i.value_sql) = cardinality(r.inputs)
      THEN format('(SELECT %s%s)', r.value_sql, ' FROM (SELECT '
        || string_agg(format('(%s)::%s AS %I', i.value_sql, i.type, i.attname), ', ') || ') q')
      END AS value_sql
    FROM reeve.migrate_generated(source) r
    LEFT JOIN back i ON i.attname = ANY (r.inputs)
    WHERE r.name = b.attname
    GROUP BY r.value_sql, r.inputs) g ON b.is_generated
$$;

COMMENT ON FUNCTION reeve.migrate_columns(jsonb, regclass, regclass) IS
  'Columns of a mapping. Forward: the target''s, each with its value over the source row s; back: '
  'all of the source''s, each with its value over the target row t, NULL where nothing gives it '
  'back; a generated column without `down` is computed from those that come back. origin is the '
  'column on the other side. type is NULL for a column that is not there.';
