CREATE OR REPLACE FUNCTION reeve.search_sync(job_id bigint, lease int, max int) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '5s'
AS $$
BEGIN
  IF NOT reeve.job_is_live(job_id, lease) THEN
    RETURN 0;
  END IF;
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
  RETURN reeve.search_drain('search', max);
END
$$;

COMMENT ON FUNCTION reeve.search_sync(bigint, int, int) IS
  'Brings the live indexes after: applies up to max changes of finished transactions, and asks for '
  'jobs that build what is missing or outdated. Call until it gives 0: nothing is left, or the '
  'lease is stale.';

GRANT EXECUTE ON FUNCTION reeve.search_sync(bigint, int, int) TO reeve_worker;
