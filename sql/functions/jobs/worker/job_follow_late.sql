CREATE OR REPLACE FUNCTION reeve.job_follow_late(after_id bigint) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '10s'
AS $$
DECLARE
  needed bigint[];
  done bigint[];
  lost bigint[];
BEGIN
  SELECT array_agg(n.needed_id) INTO needed
  FROM (
    SELECT DISTINCT a.needed_id FROM reeve.job_after a WHERE a.needed_id > after_id
    ORDER BY a.needed_id LIMIT 1000) n;
  IF needed IS NULL THEN
    RETURN 0;
  END IF;
  SELECT array_agg(e.job_id) FILTER (WHERE e.outcome = 'completed'),
    array_agg(e.job_id) FILTER (WHERE e.outcome = 'cancelled')
  INTO done, lost
  FROM reeve.job_end e
  WHERE e.job_id = ANY (needed) AND e.outcome IN ('completed', 'cancelled');
  lost := lost || ARRAY(SELECT d.job_id FROM reeve.job_dead d WHERE d.job_id = ANY (needed));
  IF done IS NOT NULL THEN
    PERFORM reeve.job_follow(done);
  END IF;
  IF cardinality(lost) > 0 THEN
    PERFORM reeve.job_cancel_dependents(lost);
  END IF;
  RETURN CASE WHEN cardinality(needed) < 1000 THEN 0 ELSE needed[1000] END;
END
$$;

COMMENT ON FUNCTION reeve.job_follow_late(bigint) IS
  'Checks 1000 jobs after after_id that others wait for: one that ended while the other was '
  'being enqueued released nobody. Returns where to continue; 0 = from the start.';

GRANT EXECUTE ON FUNCTION reeve.job_follow_late(bigint) TO reeve_worker;
