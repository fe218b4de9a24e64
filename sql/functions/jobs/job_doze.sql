CREATE OR REPLACE FUNCTION reeve.job_doze(queue_id int, is_dozing boolean) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '10s'
AS $$
BEGIN
  IF is_dozing THEN
    RETURN pg_try_advisory_lock(hashtext('reeve.job_ring'), queue_id);
  END IF;
  RETURN pg_advisory_unlock(hashtext('reeve.job_ring'), queue_id);
END
$$;

COMMENT ON FUNCTION reeve.job_doze(int, boolean) IS
  'Begins or ends to wait for jobs of a queue: while a session does, enqueueing notifies '
    'reeve_job. '
  'False where another session does already, or a transaction that enqueues is open. Belongs on a '
  'connection of its own, which a pooler does not share.';

GRANT EXECUTE ON FUNCTION reeve.job_doze(int, boolean) TO reeve_worker;
