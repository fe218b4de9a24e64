CREATE OR REPLACE FUNCTION reeve.job_bury(job_ids bigint[], why text) RETURNS void
LANGUAGE sql SET search_path = pg_catalog, reeve, pg_temp
AS $$
  WITH gone AS (
    DELETE FROM reeve.job_dead d WHERE d.job_id = ANY (job_ids) RETURNING d.*
  ), counted AS (
    INSERT INTO reeve.job_delta(queue_id, state, n)
    SELECT g.queue_id, s.state, sum(s.n)
    FROM gone g CROSS JOIN LATERAL (VALUES ('discarded', -1), ('cancelled', 1)) s(state, n)
    GROUP BY 1, 2
  )
  INSERT INTO reeve.job_end(job_id, lease, day, attempt, outcome, error)
  SELECT g.job_id, g.lease + 1, g.day, g.attempt, 'cancelled', left(why, 8000) FROM gone g
$$;

COMMENT ON FUNCTION reeve.job_bury(bigint[], text) IS
  'Cancels those of the jobs that are dead letters, so that nobody retries them.';
