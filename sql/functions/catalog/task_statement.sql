CREATE OR REPLACE FUNCTION reeve.task_statement(app text, name text) RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT t.call_sql FROM reeve.task t
  WHERE t.app = task_statement.app AND t.name = task_statement.name
$$;

COMMENT ON FUNCTION reeve.task_statement(text, text) IS
  'The compiled call of a task, for the hand, which has no right on any table of Reeve''s.';

GRANT EXECUTE ON FUNCTION reeve.task_statement(text, text) TO reeve_hand;
