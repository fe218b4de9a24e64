CREATE OR REPLACE FUNCTION reeve.search_repair(
  generation_id int, keys text[], job_id bigint, lease int)
RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '10s'
AS $$
BEGIN
  IF NOT reeve.search_permit(job_id, lease) THEN
    RETURN FALSE;
  END IF;
  INSERT INTO reeve.change(collection_id, key)
  SELECT g.collection_id, k FROM reeve.search_generation g CROSS JOIN unnest(keys) k
  WHERE g.generation_id = search_repair.generation_id AND k IS NOT NULL;
  RETURN TRUE;
END
$$;

COMMENT ON FUNCTION reeve.search_repair(int, text[], bigint, int) IS
  'Enters keys in the change log, so that their documents are created again; false when the '
  'attempt '
  'is stale.';

GRANT EXECUTE ON FUNCTION reeve.search_repair(int, text[], bigint, int) TO reeve_worker;
