CREATE OR REPLACE FUNCTION reeve.hand_task(
  app text, name text, arguments text[], max_rows int, OUT done bigint, OUT remaining bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  EXECUTE reeve.task_statement(app, name) INTO done, remaining USING max_rows, arguments;
END
$$;

COMMENT ON FUNCTION reeve.hand_task(text, text, text[], int) IS
  'Runs one batch of a task of the applied catalog: its function runs as the app''s owner.';

GRANT EXECUTE ON FUNCTION reeve.hand_task(text, text, text[], int) TO reeve_owner;
