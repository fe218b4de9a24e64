CREATE OR REPLACE FUNCTION reeve.erase_collect(act reeve.action) RETURNS void
LANGUAGE sql SET search_path = pg_catalog, reeve, pg_temp
AS $$
  INSERT INTO reeve.erasure_row(action_id, depth, collection_id, key)
  SELECT act.action_id, r.depth, r.collection_id, r.key
  FROM reeve.erase_reach(act.collection_id, ARRAY[act.key]) r
  ON CONFLICT ON CONSTRAINT erasure_row_pkey DO NOTHING
$$;

COMMENT ON FUNCTION reeve.erase_collect(reeve.action) IS
  'Lists the rows that an erasure has to erase, by the current catalog.';
