CREATE OR REPLACE FUNCTION reeve.command_begin(
  job_id bigint, lease int, OUT is_live boolean, OUT name text, OUT input jsonb)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '10s'
AS $$
BEGIN
  is_live := reeve.job_permit(job_id, lease);
  SELECT CASE WHEN jsonb_typeof(j.args -> 'name') = 'string'
      AND j.args - '{name,input}'::text[] = '{}' THEN j.args ->> 'name' END,
    j.args || jsonb_build_object(
      'job', j.job_id, 'attempt', r.attempt, 'checkpoint', p.checkpoint)
  INTO name, input
  FROM reeve.job_run r
  JOIN reeve.job j ON j.job_id = r.job_id AND j.day = r.day
  LEFT JOIN reeve.job_progress p ON p.job_id = r.job_id
  WHERE r.job_id = command_begin.job_id AND r.lease = command_begin.lease;
END
$$;

COMMENT ON FUNCTION reeve.command_begin(bigint, int) IS
  'Returns the program of a job of the kind command, as the name of an entry of the worker''s '
  'manifest, NULL if the arguments are not its name and an input; and the program''s input: the '
  'arguments, with job, attempt and the checkpoint of an earlier attempt. RV002 if the asker no '
  'longer may. NULL: name, input.';

GRANT EXECUTE ON FUNCTION reeve.command_begin(bigint, int) TO reeve_worker;
