CREATE OR REPLACE FUNCTION reeve.remote_busy(copy_id int, job_id bigint, lease int) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '30s' SET jit = off
AS $$
BEGIN
  PERFORM reeve.remote_permit(copy_id, job_id, lease);
  RETURN reeve.migrate_busy(copy_id);
END
$$;

COMMENT ON FUNCTION reeve.remote_busy(int, bigint, int) IS
  'Why a copy to another database should wait now, as reeve.migrate_busy says; NULL = it need '
  'not. job_id, lease: as in reeve.remote_permit. NULL: result.';

GRANT EXECUTE ON FUNCTION reeve.remote_busy(int, bigint, int) TO reeve_worker;
