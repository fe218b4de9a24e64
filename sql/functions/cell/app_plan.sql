CREATE OR REPLACE FUNCTION reeve.app_plan(app text, task text, source text, statements jsonb)
RETURNS jsonb
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN reeve.app_call(app, source, statements) -> 0;
EXCEPTION WHEN SQLSTATE 'RV006' THEN
  RAISE EXCEPTION '% cannot run this %: %', reeve.app_role('writer', app), task, SQLERRM
    USING ERRCODE = 'RV005', HINT = 'Grant it what the mapping''s expressions use.';
END
$$;

COMMENT ON FUNCTION reeve.app_plan(text, text, text, jsonb) IS
  'Calls a function that plans statements, as in reeve.app_call, and returns its answer. RV005 if '
  'the app writer may not run them; task: what they are for, in the message. NULL: result.';
