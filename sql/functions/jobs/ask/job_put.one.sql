CREATE OR REPLACE FUNCTION reeve.job_put(k reeve.job_kind, args jsonb, principal text)
RETURNS bigint
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  fresh bigint;
  today date := (clock_timestamp() AT TIME ZONE 'UTC')::date;
BEGIN
  -- In this order: as in the function for many.
  PERFORM pg_current_xact_id();
  fresh := nextval('reeve.job_id_seq');
  WITH body AS (
    INSERT INTO reeve.job(job_id, day, queue_id, kind_id, max_attempts, args, principal)
    VALUES (fresh, today, k.queue_id, k.kind_id, k.max_attempts, args, principal)
  ), ready AS (
    INSERT INTO reeve.job_ready(queue_id, priority, seq, job_id, day)
    VALUES (k.queue_id, 0, fresh, fresh, today)
  )
  INSERT INTO reeve.job_delta(queue_id, state, n) VALUES (k.queue_id, 'available', 1);
  PERFORM reeve.job_notify(ARRAY[k.queue_id]);
  RETURN fresh;
END
$$;

COMMENT ON FUNCTION reeve.job_put(reeve.job_kind, jsonb, text) IS
  'Writes one job that may begin at once, unchecked, in the queue of its kind: what '
  'reeve.job_put(jsonb[], text) does for many, and for those that wait.';
