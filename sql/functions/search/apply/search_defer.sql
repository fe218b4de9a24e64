CREATE OR REPLACE FUNCTION reeve.search_defer(collection_id int) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '10s'
AS $$
BEGIN
  PERFORM reeve.search_call(ARRAY[collection_id]);
END
$$;

COMMENT ON FUNCTION reeve.search_defer(int) IS
  'Leaves changes that could not be applied to a collection''s index to a job of their own.';

GRANT EXECUTE ON FUNCTION reeve.search_defer(int) TO reeve_worker;
