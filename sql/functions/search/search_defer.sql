CREATE OR REPLACE FUNCTION reeve.search_defer(collection_id int) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '10s'
AS $$
BEGIN
  PERFORM reeve.search_call(ARRAY[collection_id]);
END
$$;

COMMENT ON FUNCTION reeve.search_defer(int) IS
  'Leaves what waits for a collection''s index, which could not be applied, to a job of its own.';

GRANT EXECUTE ON FUNCTION reeve.search_defer(int) TO reeve_worker;
