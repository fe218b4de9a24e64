CREATE OR REPLACE FUNCTION reeve.worker_beat(
  worker_id int, nonce uuid, host_id uuid DEFAULT NULL, epochs uuid[] DEFAULT NULL)
RETURNS TABLE(is_alive boolean, is_first boolean)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '10s'
AS $$
DECLARE
  mine reeve.worker;
BEGIN
  is_alive := FALSE;
  is_first := FALSE;
  IF reeve.host_fault(host_id, epochs) IS NOT NULL THEN
    RETURN NEXT;
    RETURN;
  END IF;
  UPDATE reeve.worker w SET beat_at = clock_timestamp()
  WHERE w.worker_id = worker_beat.worker_id AND w.nonce = worker_beat.nonce AND w.ended_at IS NULL
  RETURNING * INTO mine;
  is_alive := FOUND;
  IF is_alive THEN
    PERFORM reeve.host_settle(host_id, epochs, mine.host);
  END IF;
  is_first := is_alive AND NOT EXISTS (
    SELECT FROM reeve.worker w
    WHERE w.queue_id = mine.queue_id AND w.ended_at IS NULL AND w.worker_id < mine.worker_id);
  RETURN NEXT;
END
$$;

COMMENT ON FUNCTION reeve.worker_beat(int, uuid, uuid, uuid[]) IS
  'Records that a worker is alive. If it is not alive (it was swept, or this database is no '
  'longer one where it may run), it must stop and register again. First: the oldest of its '
  'queue, which does most cold scans.';

GRANT EXECUTE ON FUNCTION reeve.worker_beat(int, uuid, uuid, uuid[]) TO reeve_worker;
