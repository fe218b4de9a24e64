CREATE OR REPLACE FUNCTION reeve.job_progress_report(
  job_id bigint, lease int, done bigint, total bigint DEFAULT NULL, note text DEFAULT NULL,
  checkpoint jsonb DEFAULT NULL)
RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '10s'
AS $$
BEGIN
  INSERT INTO reeve.job_progress AS p(job_id, lease, done, total, note, checkpoint)
  SELECT r.job_id, r.lease, job_progress_report.done, job_progress_report.total,
    left(job_progress_report.note, 1000), job_progress_report.checkpoint
  FROM reeve.job_run r
  WHERE r.job_id = job_progress_report.job_id AND r.lease = job_progress_report.lease
  FOR KEY SHARE
  ON CONFLICT ON CONSTRAINT job_progress_pkey DO UPDATE
  SET lease = excluded.lease, done = excluded.done, total = excluded.total, note = excluded.note,
    checkpoint = coalesce(excluded.checkpoint, p.checkpoint), at = clock_timestamp();
  RETURN FOUND;
END
$$;

COMMENT ON FUNCTION reeve.job_progress_report(bigint, int, bigint, bigint, text, jsonb) IS
  'Records the progress of a running attempt, its total, and a note; false if it is stale. A '
  'checkpoint, up to 64 KiB, is kept for the next attempt until there is a newer one.';

GRANT EXECUTE ON FUNCTION reeve.job_progress_report(bigint, int, bigint, bigint, text, jsonb)
  TO reeve_worker;
