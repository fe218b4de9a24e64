CREATE OR REPLACE FUNCTION reeve.search_drop(generation_id int) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  g reeve.search_generation;
  routine regprocedure;
BEGIN
  PERFORM reeve.event_trigger_require();
  DELETE FROM reeve.search_task t WHERE t.generation_id = search_drop.generation_id;
  DELETE FROM reeve.search_generation n WHERE n.generation_id = search_drop.generation_id
  RETURNING * INTO g;
  PERFORM reeve.change_leave(c.app, 'search.' || generation_id)
  FROM reeve.collection c WHERE c.collection_id = g.collection_id;
  EXECUTE format('DROP TABLE IF EXISTS reeve_index.%I, reeve_index.%I, reeve_index.%I',
    g.table_name, 'word_' || generation_id, 'load_' || generation_id);
  FOR routine IN
    SELECT p.oid::regprocedure FROM pg_proc p
    WHERE p.pronamespace = 'reeve_index'::regnamespace
      AND p.proname = ANY (ARRAY(SELECT n || '_' || generation_id
        FROM unnest(reeve.search_special()) n))
  LOOP
    EXECUTE format('DROP ROUTINE %s', routine);
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.search_drop(int) IS
  'Drops a generation that is not live, waiting for sessions that are using it.';
