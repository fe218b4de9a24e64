CREATE OR REPLACE FUNCTION reeve.search_drop(generation_id int) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  table_name text;
BEGIN
  DELETE FROM reeve.search_task t WHERE t.generation_id = search_drop.generation_id;
  DELETE FROM reeve.search_generation g WHERE g.generation_id = search_drop.generation_id
  RETURNING g.table_name INTO table_name;
  PERFORM reeve.change_leave('search.' || generation_id);
  EXECUTE format('DROP TABLE IF EXISTS reeve_index.%I, reeve_index.%I', table_name,
    'word_' || generation_id);
END
$$;

COMMENT ON FUNCTION reeve.search_drop(int) IS
  'Drops a generation that is not live, waiting for sessions that are using it.';
