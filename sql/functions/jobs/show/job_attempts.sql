CREATE OR REPLACE FUNCTION reeve.job_attempts(job_id bigint)
RETURNS TABLE(attempt int, outcome text, started_at timestamptz, ended_at timestamptz,
  seconds numeric, worker text, error text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  PERFORM reeve.member_require('viewer');
  RETURN QUERY
    SELECT e.attempt::int, e.outcome, e.claimed_at, e.finished_at,
      round(extract(epoch FROM e.finished_at - e.claimed_at), 3), w.host || ' ' || w.pid, e.error
    FROM reeve.job_end e LEFT JOIN reeve.worker w USING (worker_id)
    WHERE e.job_id = job_attempts.job_id ORDER BY e.lease;
END
$$;

COMMENT ON FUNCTION reeve.job_attempts(bigint) IS
  'How each attempt of a job ended, in order; one that was cancelled before it ran has no start. '
  'NULL: started_at, ended_at, seconds, worker, error.';

GRANT EXECUTE ON FUNCTION reeve.job_attempts(bigint) TO reeve_viewer;
