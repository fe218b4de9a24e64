-- Acts as the app's writer, inside a cell.
CREATE OR REPLACE FUNCTION reeve.task_run(
  job reeve.job, progress reeve.job_progress, max_rows int)
RETURNS reeve.job_step
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET lock_timeout = '5s'
AS $$
DECLARE
  step reeve.job_step;
  t reeve.task;
  given jsonb := coalesce(job.args -> 'arguments', '{}');
  fault text;
  answer jsonb;
  batch bigint;
BEGIN
  PERFORM reeve.job_permit(job.job_id, progress.lease);
  SELECT * INTO t FROM reeve.task k WHERE k.app = job.app AND k.name = job.args ->> 'task';
  IF NOT FOUND THEN
    RAISE EXCEPTION 'no task % in app %', coalesce(job.args ->> 'task', '(none named)'),
      coalesce(job.app, '(none named)')
      USING ERRCODE = 'RV004', HINT = 'The app''s catalog declares its tasks.';
  END IF;
  fault := CASE
    WHEN job.args - '{task,arguments}'::text[] <> '{}' THEN 'the arguments are task and arguments'
    WHEN jsonb_typeof(given) <> 'object' THEN 'the arguments of a task are an object'
    WHEN NOT given ?& t.arguments OR given - t.arguments <> '{}' THEN
      format('the arguments of task %s are: %s', t.name,
        coalesce(nullif(array_to_string(t.arguments, ', '), ''), 'none')) END;
  IF fault IS NOT NULL THEN
    RAISE EXCEPTION '%', fault USING ERRCODE = 'RV001';
  END IF;
  answer := reeve.cell_enter(t.app, format(
    'SELECT jsonb_build_array(t.done, t.remaining) FROM (%s) t(done, remaining)', t.call_sql),
    ARRAY(SELECT given ->> a.name FROM unnest(t.arguments) WITH ORDINALITY a(name, place)
      ORDER BY a.place), max_rows => max_rows);
  batch := greatest((answer ->> 0)::bigint, 0);
  step.done := progress.done + batch;
  IF batch > 0 THEN
    step.state := 'running';
    step.total := step.done + greatest((answer ->> 1)::bigint, 0);
  ELSE
    step.state := 'completed';
    step.total := step.done;
  END IF;
  RETURN step;
END
$$;

COMMENT ON FUNCTION reeve.task_run(reeve.job, reeve.job_progress, int) IS
  'Step of the kind sql: runs one batch, at most max_rows rows, of the task that the job''s '
  'arguments name, as the app''s owner. RV004 no such task, RV001 not its arguments, RV002 the '
  'asker no longer may, or the error of the app''s function.';
