CREATE OR REPLACE FUNCTION reeve.job_lists(
  job_id bigint, max_lines int, OUT attempts jsonb, OUT log jsonb)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  PERFORM reeve.member_require('viewer');
  SELECT jsonb_agg(to_jsonb(a)) INTO attempts FROM reeve.job_attempts(job_id) a;
  SELECT jsonb_agg(to_jsonb(l)) INTO log FROM reeve.job_log_list(job_id, NULL, max_lines) l;
END
$$;

COMMENT ON FUNCTION reeve.job_lists(bigint, int) IS
  'The rows of reeve.job_attempts and the last lines of job_log_list for a job, as arrays of '
  'objects for programs. NULL: attempts, log.';

GRANT EXECUTE ON FUNCTION reeve.job_lists(bigint, int) TO reeve_viewer;
