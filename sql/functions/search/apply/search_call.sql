CREATE OR REPLACE FUNCTION reeve.search_call(
  collections int[], kind text DEFAULT 'search.apply')
RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  PERFORM reeve.job_put(array_agg(jsonb_build_object('kind', search_call.kind, 'app', c.app,
    'collection_id', c.collection_id, 'unique_key', search_call.kind || ':' || c.collection_id)
    || CASE search_call.kind WHEN 'search.reindex' THEN jsonb_build_object('priority', -1,
      'args', jsonb_build_object('collection', c.name)) ELSE '{}' END
    ORDER BY c.collection_id), NULL)
  FROM reeve.collection c
  WHERE c.collection_id = ANY (collections)
  HAVING count(*) > 0;
END
$$;

COMMENT ON FUNCTION reeve.search_call(int[], text) IS
  'Enqueues a job for each of these collections that applies the changes waiting for its index, '
  'or builds another index (search.reindex).';
