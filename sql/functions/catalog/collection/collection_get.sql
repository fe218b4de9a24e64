CREATE OR REPLACE FUNCTION reeve.collection_get(collection_id int) RETURNS reeve.collection
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN (
    SELECT c FROM reeve.collection c WHERE c.collection_id = collection_get.collection_id);
END
$$;

COMMENT ON FUNCTION reeve.collection_get(int) IS
  'One applied collection.';
