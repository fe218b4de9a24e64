CREATE OR REPLACE FUNCTION reeve.action_sweep(job_id bigint, lease int, action_id bigint)
RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '10s'
AS $$
  SELECT reeve.action_sweep(job_id, lease, ARRAY[action_id])
$$;

COMMENT ON FUNCTION reeve.action_sweep(bigint, int, bigint) IS
  'Sweeps for one action: see reeve.action_sweep(bigint, int, bigint[]).';

GRANT EXECUTE ON FUNCTION reeve.action_sweep(bigint, int, bigint) TO reeve_worker;
