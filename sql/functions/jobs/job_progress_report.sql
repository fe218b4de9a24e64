CREATE OR REPLACE FUNCTION reeve.job_progress_report(
  job_id bigint, lease int, done bigint, total bigint DEFAULT NULL)
RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  INSERT INTO reeve.job_progress AS p(job_id, lease, done, total)
  SELECT r.job_id, r.lease, job_progress_report.done, job_progress_report.total
  FROM reeve.job_run r
  WHERE r.job_id = job_progress_report.job_id AND r.lease = job_progress_report.lease
  FOR KEY SHARE
  ON CONFLICT ON CONSTRAINT job_progress_pkey DO UPDATE
  SET lease = excluded.lease, done = excluded.done, total = excluded.total,
    at = clock_timestamp();
  RETURN FOUND;
END
$$;

COMMENT ON FUNCTION reeve.job_progress_report(bigint, int, bigint, bigint) IS
  'Says how far a running attempt has come; false when it is stale.';

GRANT EXECUTE ON FUNCTION reeve.job_progress_report(bigint, int, bigint, bigint) TO reeve_worker;
