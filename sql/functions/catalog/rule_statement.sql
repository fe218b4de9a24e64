CREATE OR REPLACE FUNCTION reeve.rule_statement(rule_id int) RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT r.select_sql FROM reeve.rule r WHERE r.rule_id = rule_statement.rule_id
$$;

COMMENT ON FUNCTION reeve.rule_statement(int) IS
  'The compiled SELECT of a rule, for the hand, which has no right on any table of Reeve''s.';

GRANT EXECUTE ON FUNCTION reeve.rule_statement(int) TO reeve_hand;
