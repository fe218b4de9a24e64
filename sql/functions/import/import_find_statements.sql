CREATE OR REPLACE FUNCTION reeve.import_find_statements(import_id int, mapping jsonb)
RETURNS jsonb
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT coalesce(jsonb_agg(jsonb_build_object('find', format($f$
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
    $f$, r.find_sql, reeve.import_stage(import_id, r.child), r.place, r.relation, r.take, r.by,
      r.name, r.table_name)) ORDER BY r.child, r.place), '[]')
  FROM reeve.import_refs(mapping) r
$$;

COMMENT ON FUNCTION reeve.import_find_statements(int, jsonb) IS
  'What the app writer runs over the staged records $1 to $2 before they are written, one find for '
  'each column that is looked up: puts the key of the row into the staged row, and returns the '
  'records for which there is none, or more than one, with the reason.';
