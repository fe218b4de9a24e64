CREATE OR REPLACE FUNCTION reeve.search_drain(reader text, max int) RETURNS int
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  batch record;
BEGIN
  SELECT * INTO batch FROM reeve.change_read(reader, search_drain.max);
  PERFORM reeve.search_apply(
    g.generation_id, ARRAY(SELECT jsonb_array_elements_text(k.value)))
  FROM jsonb_each(batch.keys) k
  JOIN reeve.search_generation g ON g.collection_id = k.key::int
    AND CASE reader WHEN 'search' THEN g.state = 'live'
      ELSE reader = 'search.' || g.generation_id END
  JOIN reeve.collection c ON c.collection_id = g.collection_id AND c.is_live
    AND c.search IS NOT NULL
  ORDER BY k.key::int;
  RETURN batch.changes;
END
$$;

COMMENT ON FUNCTION reeve.search_drain(text, int) IS
  'Applies max changes of finished transactions, and what else the last entry of the log holds, to '
  'what a reader of it is for: the live generations, or one that is being built.';
