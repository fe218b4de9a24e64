CREATE OR REPLACE FUNCTION reeve.task_run(
  job_id bigint, lease int, app text, args jsonb, max_rows int,
  OUT done bigint, OUT remaining bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET lock_timeout = '5s'
AS $$
#variable_conflict use_column
DECLARE
  t reeve.task;
  given jsonb := coalesce(task_run.args -> 'arguments', '{}');
  fault text;
BEGIN
  IF NOT reeve.job_permit(task_run.job_id, task_run.lease) THEN
    done := 0;
    RETURN;
  END IF;
  SELECT * INTO t FROM reeve.task k
  WHERE k.app = task_run.app AND k.name = task_run.args ->> 'task';
  IF NOT FOUND THEN
    RAISE EXCEPTION 'no task % in app %', coalesce(args ->> 'task', '(none named)'),
      coalesce(task_run.app, '(none named)')
      USING ERRCODE = 'RV004', HINT = 'The app''s catalog declares its tasks.';
  END IF;
  fault := CASE
    WHEN args - '{task,arguments}'::text[] <> '{}' THEN 'the arguments are task and arguments'
    WHEN jsonb_typeof(given) <> 'object' THEN 'the arguments of a task are an object'
    WHEN NOT given ?& t.arguments OR given - t.arguments <> '{}' THEN
      format('the arguments of task %s are: %s', t.name,
        coalesce(nullif(array_to_string(t.arguments, ', '), ''), 'none')) END;
  IF fault IS NOT NULL THEN
    RAISE EXCEPTION '%', fault USING ERRCODE = 'RV001';
  END IF;
  SELECT h.done, h.remaining INTO done, remaining
  FROM reeve.hand_task(t.app, t.name,
    ARRAY(SELECT given ->> a.name FROM unnest(t.arguments) WITH ORDINALITY a(name, place)
      ORDER BY a.place), max_rows) h;
  done := coalesce(done, 0);
END
$$;

COMMENT ON FUNCTION reeve.task_run(bigint, int, text, jsonb, int) IS
  'Runs one batch of the task that a job''s arguments name, of at most max_rows rows: how many it '
  'did, 0 = none left, or the lease is stale; and how many are left, where the task says so. '
  'RV004 no such task, RV001 not its arguments, RV002 who asked may no longer, or what the app''s '
  'function raises.';

GRANT EXECUTE ON FUNCTION reeve.task_run(bigint, int, text, jsonb, int) TO reeve_worker;
