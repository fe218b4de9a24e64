CREATE OR REPLACE FUNCTION reeve.job_log_list(job_id bigint, after bigint, max_lines int)
RETURNS TABLE(log_id bigint, at timestamptz, level text, line text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  PERFORM reeve.member_require('viewer');
  IF after IS NULL THEN
    RETURN QUERY
      SELECT * FROM (
        SELECT l.log_id, l.at, l.level, l.line FROM reeve.job_log l
        WHERE l.job_id = job_log_list.job_id ORDER BY l.log_id DESC LIMIT max_lines) last
      ORDER BY 1;
  ELSE
    RETURN QUERY
      SELECT l.log_id, l.at, l.level, l.line FROM reeve.job_log l
      WHERE l.job_id = job_log_list.job_id AND l.log_id > after ORDER BY l.log_id LIMIT max_lines;
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.job_log_list(bigint, bigint, int) IS
  'The log of a job, in order: the first lines after one of them, or the last (after = NULL).';

GRANT EXECUTE ON FUNCTION reeve.job_log_list(bigint, bigint, int) TO reeve_viewer;
