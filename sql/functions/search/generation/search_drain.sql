CREATE OR REPLACE FUNCTION reeve.search_drain(generation_id int, max int) RETURNS int
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  place reeve.change_reader;
  batch record;
  g reeve.search_generation;
  parents jsonb;
  belonging text[];
  changes int := 0;
BEGIN
  SELECT * INTO STRICT place FROM reeve.change_reader r
  WHERE r.name = 'search.' || generation_id FOR UPDATE;
  FOR batch IN SELECT b.* FROM reeve.change_read(place, search_drain.max) b
  LOOP
    changes := changes + cardinality(batch.keys);
    SELECT n.* INTO g FROM reeve.search_generation n
    JOIN reeve.collection c ON c.collection_id = n.collection_id AND c.is_live
      AND c.search IS NOT NULL
    WHERE n.generation_id = search_drain.generation_id;
    IF batch.collection_id = g.collection_id THEN
      PERFORM reeve.search_apply(g.generation_id, batch.keys);
      CONTINUE;
    END IF;
    SELECT jsonb_agg(jsonb_build_array(j.join_id, k.key)) INTO parents
    FROM reeve.search_join j
    CROSS JOIN LATERAL unnest(batch.keys) k(key)
    WHERE -j.join_id = batch.collection_id AND j.collection_id = g.collection_id AND j.is_live;
    CONTINUE WHEN parents IS NULL;
    PERFORM reeve.search_await_parents(parents);
    FOR belonging IN
      SELECT array_agg(d.key)
      FROM (
        SELECT b.key, (row_number() OVER () - 1) / 1000 AS part
        FROM reeve.search_belonging(g.generation_id, parents) b(key)) d
      GROUP BY d.part
    LOOP
      PERFORM reeve.search_apply(g.generation_id, belonging);
    END LOOP;
  END LOOP;
  RETURN changes;
END
$$;

COMMENT ON FUNCTION reeve.search_drain(int, int) IS
  'Applies about max changes from the log to a generation that is being built; returns how many '
  'it read.';
