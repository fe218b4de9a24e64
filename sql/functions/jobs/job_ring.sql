CREATE OR REPLACE FUNCTION reeve.job_ring(queue_ids int[]) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  rung int;
BEGIN
  -- A transaction that has notified cannot be prepared.
  IF current_setting('reeve.notify_workers', TRUE) = 'off' THEN
    RETURN;
  END IF;
  FOREACH rung IN ARRAY coalesce(queue_ids, '{}') LOOP
    -- Who waits for jobs holds the lock (job_doze). Whoever gets a share of it need not notify,
    -- which would make all commits of the cluster queue up; and nobody can begin to wait before
    -- the jobs written here can be seen.
    IF NOT pg_try_advisory_xact_lock_shared(hashtext('reeve.job_ring'), rung) THEN
      PERFORM pg_notify('reeve_job', rung::text);
    END IF;
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.job_ring(int[]) IS
  'Tells workers that wait at these queues that there are jobs, when the transaction commits; not '
  'where reeve.notify_workers is off: they look every 250 ms, too.';
