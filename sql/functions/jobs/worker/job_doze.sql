CREATE OR REPLACE FUNCTION reeve.job_doze(queue_id int, is_dozing boolean) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '10s'
AS $$
BEGIN
  IF is_dozing THEN
    RETURN pg_try_advisory_lock(hashtext('reeve.job_notify'), queue_id);
  END IF;
  RETURN pg_advisory_unlock(hashtext('reeve.job_notify'), queue_id);
END
$$;

COMMENT ON FUNCTION reeve.job_doze(int, boolean) IS
  'Begins or ends waiting for jobs of a queue: while a session waits, enqueueing notifies '
  'reeve_job. False if another session waits already, or a transaction that enqueues is open. '
  'Call it on a connection of its own, not through a pooler.';

GRANT EXECUTE ON FUNCTION reeve.job_doze(int, boolean) TO reeve_worker;
