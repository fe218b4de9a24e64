CREATE OR REPLACE FUNCTION reeve.search_drain(generation_id int, max int) RETURNS int
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  batch record;
BEGIN
  SELECT * INTO batch FROM reeve.change_read('search.' || generation_id, search_drain.max);
  PERFORM reeve.search_apply(
    g.generation_id, ARRAY(SELECT jsonb_array_elements_text(batch.keys -> g.collection_id::text)))
  FROM reeve.search_generation g
  JOIN reeve.collection c ON c.collection_id = g.collection_id AND c.is_live
    AND c.search IS NOT NULL
  WHERE g.generation_id = search_drain.generation_id AND batch.keys ? g.collection_id::text;
  RETURN batch.changes;
END
$$;

COMMENT ON FUNCTION reeve.search_drain(int, int) IS
  'Applies about max changes from the log to a generation that is being built; returns how many '
  'it read.';
