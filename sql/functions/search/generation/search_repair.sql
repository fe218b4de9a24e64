CREATE OR REPLACE FUNCTION reeve.search_repair(
  generation_id int, keys text[], job_id bigint, lease int)
RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '10s'
AS $$
DECLARE
  g reeve.search_generation;
BEGIN
  IF NOT reeve.search_permit(job_id, lease) THEN
    RETURN FALSE;
  END IF;
  g := reeve.search_hold(generation_id);
  -- A document with the digest of its row counts as correct.
  EXECUTE format('UPDATE reeve_index.%I i SET digest = ~i.digest WHERE i.key = ANY ($1)',
    g.table_name) USING keys;
  PERFORM reeve.search_apply(generation_id, keys);
  RETURN TRUE;
END
$$;

COMMENT ON FUNCTION reeve.search_repair(int, text[], bigint, int) IS
  'Rewrites the documents of these rows in one generation; false if the attempt is stale.';

GRANT EXECUTE ON FUNCTION reeve.search_repair(int, text[], bigint, int) TO reeve_worker;
