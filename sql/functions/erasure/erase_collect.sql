CREATE OR REPLACE FUNCTION reeve.erase_collect(act reeve.action) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  PERFORM reeve.erase_seen(reeve.collection_get(act.collection_id));
  INSERT INTO reeve.erasure_row(action_id, depth, collection_id, key)
  SELECT act.action_id, r.depth, r.collection_id, r.key
  FROM reeve.erase_reach(act.collection_id, ARRAY[act.key]) r
  ON CONFLICT ON CONSTRAINT erasure_row_pkey DO NOTHING;
END
$$;

COMMENT ON FUNCTION reeve.erase_collect(reeve.action) IS
  'Lists the rows that an erasure has to erase, by the current catalog. RV005 if row security may '
  'hide some of them.';
