CREATE OR REPLACE FUNCTION reeve.job_time_out() RETURNS int
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
SET enable_seqscan = off SET enable_bitmapscan = off SET jit = off
AS $$
DECLARE
  ids bigint[];
  leases int[];
  errors text[];
BEGIN
  -- Its own worker cancels it at the deadline, and has some time to report that.
  SELECT array_agg(o.job_id), array_agg(o.lease), array_agg(
    format('timed out at %s UTC, and worker %s did not stop it',
      to_char(o.deadline_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS'), o.worker_id))
  INTO ids, leases, errors
  FROM (
    SELECT r.* FROM reeve.job_run r
    WHERE r.deadline_at < (SELECT clock_timestamp()) - interval '10 s'
    ORDER BY r.deadline_at LIMIT 1000 FOR UPDATE SKIP LOCKED) o;
  IF ids IS NULL THEN
    RETURN 0;
  END IF;
  RETURN (SELECT count(*) FROM reeve.job_fail(ids, leases, errors));
END
$$;

COMMENT ON FUNCTION reeve.job_time_out() IS
  'Ends attempts that are 10 s past their deadline by the server''s clock, as failed; returns '
  'how many. Their later writes are stale. An attempt that holds its row (job_is_live) is left '
  'until it releases it.';
