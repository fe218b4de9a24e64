CREATE OR REPLACE FUNCTION reeve.job_notify(queue_ids int[]) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  waited int;
BEGIN
  -- A transaction that has notified cannot be prepared.
  IF current_setting('reeve.notify_workers', TRUE) = 'off' THEN
    RETURN;
  END IF;
  FOREACH waited IN ARRAY coalesce(queue_ids, '{}') LOOP
    -- A session that waits for jobs holds the lock (job_doze). If this transaction gets a share of
    -- it, nobody waits: it need not notify, which would make all commits of the cluster queue up,
    -- and nobody can begin to wait before the jobs written here are visible.
    IF NOT pg_try_advisory_xact_lock_shared(hashtext('reeve.job_notify'), waited) THEN
      PERFORM pg_notify('reeve_job', waited::text);
    END IF;
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.job_notify(int[]) IS
  'Notifies workers that wait at these queues when the transaction commits; does nothing if '
  'reeve.notify_workers is off: workers also look every 250 ms.';
