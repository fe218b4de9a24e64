CREATE OR REPLACE FUNCTION reeve.rule_statement(rule_id int, mode text) RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
  -- Rows that are skipped when locked need no order, and keep the index that finds them. Whether
  -- there is any is asked without what the rows would say: nothing of that is then planned.
  SELECT CASE mode
    WHEN 'read' THEN format('%s ORDER BY %s LIMIT $5', r.select_sql, r.order_sql)
    WHEN 'lock' THEN
      format('%s ORDER BY %s LIMIT $5 FOR NO KEY UPDATE OF t', r.select_sql, r.order_sql)
    WHEN 'any' THEN format('SELECT NULL::text, NULL::text, NULL::jsonb, NULL::jsonb, NULL::jsonb'
      ' FROM (%s) r LIMIT 1', r.select_sql)
    WHEN 'skip' THEN r.select_sql || ' LIMIT $5 FOR NO KEY UPDATE OF t SKIP LOCKED'
  END
  FROM reeve.rule r WHERE r.rule_id = rule_statement.rule_id
$$;

COMMENT ON FUNCTION reeve.rule_statement(int, text) IS
  'The compiled SELECT of a rule in one of the modes of hand_select, for the hand, which has no '
  'right on any table of Reeve''s.';

GRANT EXECUTE ON FUNCTION reeve.rule_statement(int, text) TO reeve_hand;
