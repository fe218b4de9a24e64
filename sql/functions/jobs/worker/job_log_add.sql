CREATE OR REPLACE FUNCTION reeve.job_log_add(
  job_id bigint, lease int, line text, level text DEFAULT 'info')
RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '10s'
AS $$
BEGIN
  INSERT INTO reeve.job_log(job_id, lease, day, line, level)
  SELECT r.job_id, r.lease, r.day, left(job_log_add.line, 8000), job_log_add.level
  FROM reeve.job_run r
  WHERE r.job_id = job_log_add.job_id AND r.lease = job_log_add.lease;
  RETURN FOUND;
END
$$;

COMMENT ON FUNCTION reeve.job_log_add(bigint, int, text, text) IS
  'Stores one log line of a running attempt, its level debug, info, warning or error; false if '
  'it is stale.';

GRANT EXECUTE ON FUNCTION reeve.job_log_add(bigint, int, text, text) TO reeve_worker;
