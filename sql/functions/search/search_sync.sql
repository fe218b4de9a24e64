CREATE OR REPLACE FUNCTION reeve.search_sync(
  job reeve.job, progress reeve.job_progress, max_rows int)
RETURNS reeve.job_step
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET lock_timeout = '5s'
AS $$
DECLARE
  step reeve.job_step;
  applied int;
BEGIN
  -- What is missing or outdated is built by jobs of its own; what is there answers until then.
  PERFORM reeve.job_put(array_agg(jsonb_build_object('kind', 'search.reindex', 'args',
    jsonb_build_object('collection', c.name), 'priority', -1, 'app', c.app,
    'collection_id', c.collection_id, 'unique_key', 'search.reindex:' || c.collection_id)
    ORDER BY c.collection_id), NULL)
  FROM reeve.collection c
  LEFT JOIN reeve.search_pointer p USING (collection_id)
  LEFT JOIN reeve.search_generation g USING (generation_id)
  WHERE c.is_live AND c.search IS NOT NULL AND g.declared IS DISTINCT FROM reeve.search_declared(c)
  HAVING count(*) > 0;
  applied := reeve.search_drain('search', max_rows);
  step.done := progress.done + applied;
  IF applied > 0 THEN
    step.state := 'running';
  ELSIF reeve.change_lag('search') AND progress.lease <= 20 THEN
    -- An open transaction holds changes up. After so many starts the next job takes them.
    step.state := 'scheduled';
    step.wait := make_interval(secs => progress.lease);
  ELSE
    step.state := 'completed';
  END IF;
  RETURN step;
EXCEPTION WHEN lock_not_available THEN
  -- Somebody else applies changes just now.
  step.state := 'scheduled';
  step.wait := '5 s';
  step.done := progress.done;
  RETURN step;
END
$$;

COMMENT ON FUNCTION reeve.search_sync(reeve.job, reeve.job_progress, int) IS
  'Step of the kind search.sync: applies at most max_rows changes of finished transactions to the '
  'live indexes, and asks for jobs that build what is missing or outdated.';
