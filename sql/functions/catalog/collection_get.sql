CREATE OR REPLACE FUNCTION reeve.collection_get(collection_id int) RETURNS reeve.collection
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT c FROM reeve.collection c WHERE c.collection_id = collection_get.collection_id
$$;

COMMENT ON FUNCTION reeve.collection_get(int) IS
  'One applied collection, for the hand, which has no right on any table of Reeve''s.';

GRANT EXECUTE ON FUNCTION reeve.collection_get(int) TO reeve_hand;
