CREATE OR REPLACE FUNCTION reeve.job_is_live(job_id bigint, lease int) RETURNS boolean
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  PERFORM FROM reeve.job_run r
  WHERE r.job_id = job_is_live.job_id AND r.lease = job_is_live.lease FOR KEY SHARE;
  RETURN FOUND AND reeve.home_is_here();
END
$$;

COMMENT ON FUNCTION reeve.job_is_live(bigint, int) IS
  'Whether this is the running attempt, in the database where it began. Locks its run row until '
  'the transaction ends, so that nobody else can start the job before the work done under this '
  'lease is committed.';
