CREATE OR REPLACE FUNCTION reeve.outside_call(app text, action_ids bigint[]) RETURNS bigint
LANGUAGE sql SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT (reeve.job_put(ARRAY[jsonb_build_object('kind', 'outside.deliver', 'app',
    outside_call.app)], NULL))[1]
  WHERE EXISTS (
    SELECT FROM reeve.outside o
    WHERE o.action_id = ANY (outside_call.action_ids) AND o.state = 'pending')
$$;

COMMENT ON FUNCTION reeve.outside_call(text, bigint[]) IS
  'Enqueues a job that sends what waits of these actions, now; returns its id, NULL if nothing '
  'waits.';
