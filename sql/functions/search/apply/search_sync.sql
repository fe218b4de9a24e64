CREATE OR REPLACE FUNCTION reeve.search_sync(
  job reeve.job, progress reeve.job_progress, max_rows int)
RETURNS reeve.job_step
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET lock_timeout = '5s'
AS $$
DECLARE
  step reeve.job_step;
  moved int;
BEGIN
  -- Jobs of their own build what is missing or outdated; the present index answers until then.
  PERFORM reeve.search_call(array_agg(c.collection_id), 'search.reindex')
  FROM reeve.collection c
  LEFT JOIN reeve.search_pointer p USING (collection_id)
  LEFT JOIN reeve.search_generation g USING (generation_id)
  WHERE (job.app IS NULL OR c.app = job.app)
    AND c.is_live AND c.search IS NOT NULL AND g.declared IS DISTINCT FROM reeve.search_declared(c)
  HAVING count(*) > 0;
  PERFORM reeve.search_noted();
  DELETE FROM reeve.search_question q WHERE q.day < CURRENT_DATE - 30;
  DELETE FROM reeve.search_pace p WHERE p.day < CURRENT_DATE - 30;
  moved := reeve.search_collect(max_rows, job.app);
  PERFORM reeve.search_call(ARRAY(
    SELECT DISTINCT w.collection_id
    FROM reeve.search_waiting w JOIN reeve.collection c USING (collection_id)
    WHERE job.app IS NULL OR c.app = job.app));
  step.done := progress.done + moved;
  step.state := CASE WHEN moved > 0 THEN 'running' ELSE 'completed' END;
  RETURN step;
END
$$;

COMMENT ON FUNCTION reeve.search_sync(reeve.job, reeve.job_progress, int) IS
  'Step of the kind search.sync: enqueues jobs that build missing or outdated indexes of an app, '
  'or of all, and for one for each collection that applies its changes; moves there about max_rows '
  'of each app.';
