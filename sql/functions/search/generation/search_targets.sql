CREATE OR REPLACE FUNCTION reeve.search_targets(job_id bigint)
RETURNS TABLE(collection_id int, subject text, generation_id int)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT s.collection_id, s.subject,
    max(s.generation_id) FILTER (WHERE s.state = 'live' AND NOT s.is_outdated)
  FROM reeve.job j
  CROSS JOIN LATERAL reeve.search_status(j.app) s
  WHERE j.job_id = search_targets.job_id
    AND s.subject = coalesce(j.app || '/' || (j.args ->> 'collection'), s.subject)
  GROUP BY 1, 2 ORDER BY 2
$$;

COMMENT ON FUNCTION reeve.search_targets(bigint) IS
  'The searched collections that a job is about: those of its app, or the one collection that its '
  'arguments name, with the live generation, unless that is outdated. NULL: generation_id.';

GRANT EXECUTE ON FUNCTION reeve.search_targets(bigint) TO reeve_worker;
