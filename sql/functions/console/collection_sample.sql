-- Reads as the app's reader.
CREATE OR REPLACE FUNCTION reeve.collection_sample(c reeve.collection)
RETURNS TABLE(field text, value text, amount bigint, total bigint)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
DECLARE
  size record;
  -- About how many rows of a large table are read.
  wanted constant int := 20000;
  sample text := c.table_sql || ' t';
  parts text;
  columns text;
BEGIN
  SELECT * INTO size FROM reeve.collection_size(c) s;
  IF NOT size.is_exact THEN
    sample := format('%s t TABLESAMPLE SYSTEM (%s)', c.table_sql,
      least(100, 100.0 * wanted / greatest(size.amount, 1)));
  END IF;
  WITH parent AS (
    SELECT p.name, p.body ->> 'collection' AS collection, p.body #>> '{columns,0}' AS field
    FROM reeve.app a
    CROSS JOIN LATERAL jsonb_each(a.manifest #> ARRAY['collections', c.name, 'parents'])
      p(name, body)
    WHERE a.app = c.app AND jsonb_array_length(p.body -> 'columns') = 1),
  part(place, field, statement) AS (
    SELECT 1, f.field, CASE
      WHEN f.choices IS NOT NULL OR y.typcategory = 'S' THEN format(
        -- A text with many values is a name.
        'SELECT %L::text, v.value, v.amount FROM (SELECT left(t.%I::text, 60) AS value,'
        ' count(*) AS amount, count(*) OVER () AS kinds, sum(count(*)) OVER () AS filled FROM s t'
        ' WHERE t.%2$I IS NOT NULL GROUP BY 1 ORDER BY 2 DESC, 1) v'
        ' WHERE v.kinds <= %s AND v.kinds * 3 <= greatest(v.filled, %s)', f.field, f.field,
        CASE WHEN f.choices IS NULL THEN 12 ELSE 60 END,
        CASE WHEN f.choices IS NULL THEN 0 ELSE 1000000 END)
      ELSE format(
        'SELECT %L::text, round((r.lo + (b.n - 1) * r.step)::numeric, 2)::float8 || '' to '' ||'
        ' round((r.lo + b.n * r.step)::numeric, 2)::float8, b.amount'
        ' FROM (SELECT x.lo, x.hi, (x.hi - x.lo) / 8 AS step FROM ('
        'SELECT percentile_disc(0.01) WITHIN GROUP (ORDER BY t.%2$I::float8) AS lo,'
        ' percentile_disc(0.99) WITHIN GROUP (ORDER BY t.%2$I::float8) AS hi FROM s t'
        ' WHERE abs(t.%2$I::float8) < 1e15) x WHERE x.lo < x.hi) r CROSS JOIN LATERAL ('
        'SELECT g.n, coalesce(k.amount, 0) AS amount FROM generate_series(1, 8) g(n) LEFT JOIN ('
        'SELECT least(width_bucket(t.%2$I::float8, r.lo, r.hi, 8), 8) AS n, count(*) AS amount'
        ' FROM s t WHERE t.%2$I::float8 BETWEEN r.lo AND r.hi GROUP BY 1) k USING (n)) b',
        f.field, f.field) END
    FROM reeve.collection_fields(c.app, c.name) f
    JOIN pg_type y ON y.oid = to_regtype(f.type)
    WHERE f.problem IS NULL AND f.field <> ALL (c.key_columns)
      AND f.field <> ALL (SELECT p.field FROM parent p)
      AND (f.choices IS NOT NULL OR y.typcategory IN ('S', 'N') AND y.typname <> 'oid')
    UNION ALL
    SELECT 2, p.field, format(
      'SELECT %L::text, v.value, v.amount FROM (SELECT %L || '':'' || (t.%I)::text AS value,'
      ' count(*) AS amount FROM s t WHERE t.%3$I IS NOT NULL GROUP BY 1 ORDER BY 2 DESC, 1'
      ' LIMIT 5) v', p.name, p.collection, p.field)
    FROM parent p
    WHERE p.field <> ALL (c.personal_columns))
  SELECT string_agg(format('(%s)', p.statement), ' UNION ALL ' ORDER BY p.place, p.field),
    string_agg(DISTINCT format('t.%I', p.field), ', ')
  INTO parts, columns FROM part p;
  IF parts IS NULL THEN
    RETURN;
  END IF;
  RETURN QUERY EXECUTE reeve.reader_call(
    c.app, 'field text, value text, amount bigint, total bigint')
  USING format('WITH s AS MATERIALIZED (SELECT %s FROM %s LIMIT 200000) '
    'SELECT r.*, (SELECT count(*) FROM s) FROM (%s) r(field, value, amount)', columns, sample,
    parts), '{}'::text[];
END
$$;

COMMENT ON FUNCTION reeve.collection_sample(reeve.collection) IS
  'How the values of the shown fields of a collection are distributed, without personal ones: '
  'states, flags and texts with few values, numbers in eight ranges from the 1st to the 99th '
  'percentile, the five parents with most rows. Of a table of 16 MB or more about 20,000 rows '
  'are read, in random pages; total: how many rows were.';
