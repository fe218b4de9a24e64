CREATE OR REPLACE FUNCTION reeve.undo_jobs(action_id bigint)
RETURNS TABLE(job_id bigint, collection text, key text, job text, way text)
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT j.job_id, c.name, j.key, j.job,
    CASE WHEN NOT b.begun THEN 'withdraws' WHEN j.inverse IS NULL THEN 'stays'
      ELSE 'reverses' END
  FROM reeve.effect_job j
  JOIN reeve.collection c USING (collection_id)
  LEFT JOIN LATERAL reeve.job_location(ARRAY[j.job_id]) l ON TRUE
  CROSS JOIN LATERAL (
    SELECT coalesce(l.state NOT IN ('available', 'scheduled', 'waiting', 'cancelled')
      OR l.attempt > 0, TRUE)
      OR EXISTS (SELECT FROM reeve.job_end e
        WHERE e.job_id = j.job_id AND e.outcome <> 'cancelled')) b(begun)
  WHERE j.action_id = undo_jobs.action_id AND j.undone_by IS NULL
$$;

COMMENT ON FUNCTION reeve.undo_jobs(bigint) IS
  'Returns the jobs of an action with the effect that an undo would have on each (way): withdraws '
  'those that have not begun, reverses those that have; stays: it cannot.';
