CREATE OR REPLACE FUNCTION reeve.search_prune(collection_id int, job_id bigint, lease int)
RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '500ms'
AS $$
DECLARE
  pruned int;
BEGIN
  IF NOT reeve.search_permit(job_id, lease) THEN
    RETURN NULL;
  END IF;
  SELECT count(reeve.search_drop(g.generation_id)) INTO pruned
  FROM (
    SELECT n.generation_id FROM reeve.search_generation n
    WHERE n.collection_id = search_prune.collection_id AND n.state = 'retired'
    ORDER BY n.built_at DESC, n.generation_id DESC OFFSET 1) g;
  RETURN pruned;
END
$$;

COMMENT ON FUNCTION reeve.search_prune(int, bigint, int) IS
  'Drops the retired generations of a collection except the last, which allows a rollback.';

GRANT EXECUTE ON FUNCTION reeve.search_prune(int, bigint, int) TO reeve_worker;
