CREATE OR REPLACE FUNCTION reeve.remote_verified(
  copy_id int, rows bigint, differing bigint, job_id bigint, lease int)
RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '30s'
AS $$
BEGIN
  PERFORM reeve.remote_permit(copy_id, job_id, lease);
  PERFORM reeve.migrate_verified(copy_id, rows, differing);
END
$$;

COMMENT ON FUNCTION reeve.remote_verified(int, bigint, bigint, bigint, int) IS
  'Stores and records the outcome of a verification of all rows of a copy to another database. '
  'job_id, lease: as in reeve.remote_permit.';

GRANT EXECUTE ON FUNCTION reeve.remote_verified(int, bigint, bigint, bigint, int)
  TO reeve_worker;
