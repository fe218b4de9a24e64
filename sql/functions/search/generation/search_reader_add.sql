CREATE OR REPLACE FUNCTION reeve.search_reader_add(generation_id int) RETURNS void
LANGUAGE sql SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT reeve.change_enter(c.app, 'search.' || g.generation_id)
  FROM reeve.search_generation g JOIN reeve.collection c USING (collection_id)
  WHERE g.generation_id = search_reader_add.generation_id
$$;

COMMENT ON FUNCTION reeve.search_reader_add(int) IS
  'Makes a generation that is being built a reader of the change log, from here on.';
