CREATE OR REPLACE FUNCTION reeve.rule_statement(rule_id int, mode text) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  skipping text := ' FOR NO KEY UPDATE OF t SKIP LOCKED';
BEGIN
  -- Rows that are skipped when locked need no order, so they keep the index that finds them. Asking
  -- whether there is any leaves out their columns, which then need no planning.
  RETURN (
    SELECT CASE
      WHEN mode IN ('read', 'lock', 'read each', 'lock each') THEN format(
        'SELECT %s, %s ORDER BY %s LIMIT $5%s',
        CASE WHEN mode ~ 'each' THEN r.root_sql ELSE 'NULL::text' END, substr(s.select_sql, 8),
        r.order_sql, CASE WHEN mode ~ 'lock' THEN ' FOR NO KEY UPDATE OF t' ELSE '' END)
      -- An index can answer the first of them.
      WHEN mode IN ('ahead', 'past') THEN format(
        'SELECT %s, %s AND (%s > statement_timestamp())%s ORDER BY %3$s, 2 LIMIT $5', r.root_sql,
        substr(s.select_sql, 8), coalesce(r.due_sql, '(NULL)::timestamptz'),
        CASE mode WHEN 'past' THEN ' IS NOT TRUE' ELSE '' END)
      WHEN mode = 'any' THEN format('SELECT NULL::text, NULL::text, NULL::text, NULL::jsonb,'
        ' NULL::jsonb, NULL::jsonb FROM (%s) r LIMIT 1', s.select_sql)
      WHEN mode = 'skip' THEN format('SELECT NULL::text, %s LIMIT $5%s',
        replace(substr(s.select_sql, 8), '/* lock */', skipping), skipping)
    END
    FROM reeve.rule r
    JOIN reeve.collection f ON f.collection_id = r.affected_id
    CROSS JOIN LATERAL (
      SELECT format('SELECT %s, (%s)::text, ', f.key_sql, f.label_sql)) p(start)
    -- A statement that an action runs needs all columns of the label; one that only shows it may do
    -- without.
    CROSS JOIN LATERAL (
      SELECT CASE WHEN starts_with(r.select_sql, p.start)
          AND EXISTS (SELECT FROM reeve.collection_gone(f))
        THEN format('SELECT %s, %s, ', f.key_sql, (reeve.collection_seen(f)).label_sql)
          || substr(r.select_sql, length(p.start) + 1)
        ELSE r.select_sql END) s(select_sql)
    WHERE r.rule_id = rule_statement.rule_id);
END
$$;

COMMENT ON FUNCTION reeve.rule_statement(int, text) IS
  'The compiled SELECT of a rule in one of the modes of app_select.';
