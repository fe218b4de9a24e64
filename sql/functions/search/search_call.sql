CREATE OR REPLACE FUNCTION reeve.search_call(collections int[]) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  PERFORM reeve.job_put(array_agg(jsonb_build_object('kind', 'search.apply', 'app', c.app,
    'collection_id', c.collection_id, 'unique_key', 'search.apply:' || c.collection_id)
    ORDER BY c.collection_id), NULL)
  FROM reeve.collection c
  WHERE c.collection_id = ANY (collections)
  HAVING count(*) > 0;
END
$$;

COMMENT ON FUNCTION reeve.search_call(int[]) IS
  'Enqueues a job for each of these collections that applies the changes waiting for its index.';
