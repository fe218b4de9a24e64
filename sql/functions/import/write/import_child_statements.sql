CREATE OR REPLACE FUNCTION reeve.import_child_statements(import_id int, target jsonb, staged text)
RETURNS jsonb
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  WITH p AS MATERIALIZED (SELECT * FROM reeve.import_clauses(target)),
  rows AS (
    -- The parent's rows are p, the child's s.
    SELECT format($f$
      WITH %s,
      p AS MATERIALIZED (SELECT * FROM s WHERE "#" <> ALL ($3)),
      k AS MATERIALIZED (SELECT p."#", %s FROM %s s JOIN p ON p."#" = s.record
        WHERE s.record BETWEEN $1 AND $2)
    $f$, staged, p.vals, reeve.import_stage(import_id, (target ->> 'child')::int)) AS sql
    FROM p
  )
  SELECT jsonb_strip_nulls(jsonb_build_object(
    'changes', reeve.import_changes(target, reeve.import_stage(import_id,
      (target ->> 'child')::int)),
    'delete', format($f$
      %1$s,
      gone AS (
        DELETE FROM %2$s t USING p
        WHERE %3$s AND NOT EXISTS (SELECT FROM k s WHERE s."#" = p."#" AND %4$s)
        RETURNING p."#"
      )
      SELECT ARRAY(SELECT DISTINCT "#" FROM gone)
    $f$, rows.sql, reeve.import_table(target), p.belongs, p.matches),
    'upsert', format($f$
      %1$s,
      n AS MATERIALIZED (
        SELECT s.* FROM k s LEFT JOIN %2$s t ON %3$s WHERE t.ctid IS NULL OR NOT (%4$s)
      ),
      written AS (
        INSERT INTO %2$s AS t (%5$s) OVERRIDING SYSTEM VALUE SELECT %5$s FROM n ORDER BY "#"
        ON CONFLICT (%6$s) DO %7$s
        RETURNING TRUE
      )
      SELECT ARRAY(SELECT DISTINCT "#" FROM n),
        (SELECT count(*) FROM n) - (SELECT count(*) FROM written)
    $f$, rows.sql, reeve.import_table(target), p.matches, p.equals, p.columns, p.keys,
      p.conflict),
    'compare', format($f$
      %1$s
      SELECT DISTINCT d."#", %2$L
      FROM (
        SELECT s."#" FROM k s LEFT JOIN %3$s t ON %4$s WHERE t.ctid IS NULL OR NOT (%5$s)
        UNION ALL
        SELECT p."#" FROM p JOIN %3$s t ON %6$s
        WHERE NOT EXISTS (SELECT FROM k s WHERE s."#" = p."#" AND %4$s)
      ) d
    $f$, rows.sql, format('its rows in %s differ', target ->> 'table'),
      reeve.import_table(target), p.matches, p.alike, p.belongs)))
  FROM p, rows
$$;

COMMENT ON FUNCTION reeve.import_child_statements(int, jsonb, text) IS
  'Returns the statements that the app writer runs over the child rows of the staged records $1 to '
  '$2 except $3. delete: rows that their record no longer has; returns the records. upsert: the '
  'others; returns the records, and how many rows were refused. compare: records whose child rows '
  'differ from the table''s. changes: reeve.import_changes, where a column changes values.';
