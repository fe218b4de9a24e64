CREATE OR REPLACE FUNCTION reeve.import_find_statements(
  import_id int, mapping jsonb, suffix text DEFAULT '')
RETURNS jsonb
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('find', format($f$
      WITH v AS MATERIALIZED (
        SELECT s.ctid AS "#place", s.record AS "#", %1$s AS v
        FROM %2$s s WHERE s.record BETWEEN $1 AND $2 AND s.c%3$s IS NOT NULL
      ),
      f AS MATERIALIZED (
        SELECT d.v, count(t.%5$I) AS n, min(t.%5$I::text) AS id
        FROM (SELECT DISTINCT v.v FROM v) d LEFT JOIN %4$s t ON t.%6$I = d.v
        GROUP BY d.v
      ),
      found AS (
        UPDATE %2$s s SET c%3$s = f.id FROM v LEFT JOIN f ON f.v = v.v
        WHERE s.ctid = v."#place" AND (v.v IS NULL OR f.n = 1)
      )
      SELECT v."#", format('%%s: %%s %%s where %%s is “%%s”', %7$L::text,
        CASE f.n WHEN 0 THEN 'no row of' ELSE f.n || ' rows of' END, %8$L::text, %6$L::text,
        left(v.v::text, 200))
      FROM v JOIN f ON f.v = v.v WHERE f.n <> 1
    $f$, r.find_sql, g.stage, r.place, r.relation, r.take, r.by,
      r.name, r.table_name),
    'make', CASE WHEN r.make IS NOT NULL THEN format($f$
      WITH d AS MATERIALIZED (
        SELECT DISTINCT ON (x.v) x.v, x.raw
        FROM (
          SELECT %1$s AS v, s.c%3$s AS raw, s.record FROM %2$s s
          WHERE s.record BETWEEN $1 AND $2 AND s.c%3$s IS NOT NULL) x
        WHERE x.v IS NOT NULL ORDER BY x.v, x.record
      ),
      made AS (
        INSERT INTO %4$s AS t (%5$s) SELECT %6$s FROM d
        WHERE NOT EXISTS (SELECT FROM %4$s t WHERE t.%7$I = d.v) ORDER BY d.v
        ON CONFLICT (%7$I) DO NOTHING RETURNING t.%7$I AS v
      )
      SELECT coalesce(jsonb_agg(m.v::text), '[]') FROM made m
    $f$, r.find_sql, g.stage, r.place, r.relation, r.make_columns, r.make_values, r.by) END,
    -- RETURNING has no xmin where the row went to a partition.
    'made', CASE WHEN r.make IS NOT NULL THEN format($f$
      SELECT coalesce(jsonb_agg(g), '[]') FROM (
        SELECT %1$L AS "table", t.xmin::text::bigint AS id, count(*) AS rows
        FROM %2$s t WHERE t.%3$I IN (
          SELECT e::%4$s FROM jsonb_array_elements_text($1::text::jsonb) e)
        GROUP BY t.xmin) g
    $f$, r.table_name, r.relation, r.by, format_type(a.atttypid, -1)) END)) ORDER BY r.child,
      r.place), '[]')
  FROM reeve.import_refs(mapping) r
  LEFT JOIN pg_attribute a ON a.attrelid = to_regclass(r.relation) AND a.attname = r.by
  CROSS JOIN LATERAL (SELECT reeve.import_stage(import_id, r.child) || suffix) g(stage)
$$;

COMMENT ON FUNCTION reeve.import_find_statements(int, jsonb, text) IS
  'Returns the statements that the app writer runs over the staged records $1 to $2 before they '
  'are written. find, one for each column that is looked up: puts the key of the row into the '
  'staged row, and returns the records for which there is none, or more than one, with the reason. '
  'make, if the mapping says so, runs first: creates the missing rows, in the order of their '
  'values; returns the values. made: how many of these rows, $1, each transaction wrote. suffix: '
  'what the names of the staging tables end with.';
