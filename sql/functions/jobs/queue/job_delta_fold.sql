CREATE OR REPLACE FUNCTION reeve.job_delta_fold() RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '10s'
AS $$
DECLARE
  folded int;
BEGIN
  IF NOT reeve.turn_try('job delta fold') THEN
    RETURN 0;
  END IF;
  WITH gone AS (
    DELETE FROM reeve.job_delta d RETURNING d.*
  ), kept AS (
    INSERT INTO reeve.job_delta(queue_id, state, n)
    SELECT g.queue_id, g.state, sum(g.n) FROM gone g GROUP BY 1, 2 HAVING sum(g.n) <> 0
  )
  SELECT count(*) INTO folded FROM gone;
  RETURN folded;
END
$$;

COMMENT ON FUNCTION reeve.job_delta_fold() IS
  'Merges changes of counts into one row per queue and state; returns how many there were.';

GRANT EXECUTE ON FUNCTION reeve.job_delta_fold() TO reeve_worker;
