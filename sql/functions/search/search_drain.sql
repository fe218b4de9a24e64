CREATE OR REPLACE FUNCTION reeve.search_drain(generation_id int, max int) RETURNS int
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  batch record;
  g reeve.search_generation;
  parents jsonb;
  keys text[];
BEGIN
  SELECT * INTO batch FROM reeve.change_read('search.' || generation_id, search_drain.max);
  SELECT n.* INTO g FROM reeve.search_generation n
  JOIN reeve.collection c ON c.collection_id = n.collection_id AND c.is_live
    AND c.search IS NOT NULL
  WHERE n.generation_id = search_drain.generation_id;
  IF FOUND THEN
    SELECT jsonb_agg(jsonb_build_array(j.join_id, k.key)) INTO parents
    FROM reeve.search_join j
    CROSS JOIN LATERAL jsonb_array_elements(batch.keys -> (-j.join_id)::text) k(key)
    WHERE j.collection_id = g.collection_id AND j.is_live;
    PERFORM reeve.search_await(parents) WHERE parents IS NOT NULL;
    FOR keys IN
      SELECT array_agg(u.key)
      FROM (
        SELECT d.key, (row_number() OVER () - 1) / 1000 AS part
        FROM (
          SELECT jsonb_array_elements_text(batch.keys -> g.collection_id::text) AS key
          UNION
          SELECT reeve.search_belonging(g.generation_id, parents)) d) u
      GROUP BY u.part
    LOOP
      PERFORM reeve.search_apply(g.generation_id, keys);
    END LOOP;
  END IF;
  RETURN batch.changes;
END
$$;

COMMENT ON FUNCTION reeve.search_drain(int, int) IS
  'Applies about max changes from the log to a generation that is being built; returns how many '
  'it read.';
