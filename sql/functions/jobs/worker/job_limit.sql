CREATE OR REPLACE FUNCTION reeve.job_limit(job_id bigint, lease int, seconds double precision)
RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '10s'
AS $$
BEGIN
  UPDATE reeve.job_run r
  SET deadline_at = least(r.deadline_at, clock_timestamp() + make_interval(secs => seconds))
  WHERE r.job_id = job_limit.job_id AND r.lease = job_limit.lease;
  RETURN FOUND;
END
$$;

COMMENT ON FUNCTION reeve.job_limit(bigint, int, double precision) IS
  'Gives a running attempt so much time from now on, or the rest of its kind''s limit if that is '
  'less; false if it is stale.';

GRANT EXECUTE ON FUNCTION reeve.job_limit(bigint, int, double precision) TO reeve_worker;
