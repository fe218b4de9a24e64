CREATE OR REPLACE FUNCTION reeve.search_take(collection_id int, max int) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '2s' SET plan_cache_mode = force_custom_plan
AS $$
DECLARE
  g reeve.search_generation;
  taken bigint[];
  keys text[];
  parents jsonb;
BEGIN
  IF NOT reeve.home_is_here() THEN
    RETURN 0;
  END IF;
  -- Locked, so that it is not swapped meanwhile, and nobody else applies changes.
  PERFORM FROM reeve.search_pointer p
  WHERE p.collection_id = search_take.collection_id FOR UPDATE;
  -- Other statements, which see what was committed while the first one waited: one that waited
  -- itself would join the old generation with the new pointer, and find none.
  SELECT n.* INTO g FROM reeve.search_pointer p JOIN reeve.search_generation n USING (generation_id)
  WHERE p.collection_id = search_take.collection_id;
  SELECT array_agg(DISTINCT w.waiting_id),
    array_agg(DISTINCT k.key) FILTER (WHERE w.join_id IS NULL),
    jsonb_agg(jsonb_build_array(w.join_id, k.key)) FILTER (WHERE w.join_id IS NOT NULL)
  INTO taken, keys, parents
  FROM (
    SELECT s.*, sum(cardinality(s.keys)) OVER (ORDER BY s.is_behind, s.waiting_id) AS n,
      count(*) FILTER (WHERE s.is_behind) OVER (ORDER BY s.is_behind, s.waiting_id) AS behind
    FROM (SELECT * FROM reeve.search_waiting o WHERE o.collection_id = search_take.collection_id
      ORDER BY o.is_behind, o.waiting_id LIMIT search_take.max) s) w
  CROSS JOIN LATERAL unnest(w.keys) k(key)
  -- Of what is behind one part at a time: what changes meanwhile waits no longer than for that.
  WHERE w.n - cardinality(w.keys) < search_take.max AND w.behind < 2;
  IF taken IS NULL THEN
    RETURN 0;
  END IF;
  DELETE FROM reeve.search_waiting w
  WHERE w.collection_id = search_take.collection_id AND w.waiting_id = ANY (taken);
  IF g IS NULL OR NOT EXISTS (
    SELECT FROM reeve.collection c
    WHERE c.collection_id = search_take.collection_id AND c.is_live AND c.search IS NOT NULL)
  THEN
    RETURN greatest(cardinality(keys), 1);
  END IF;
  IF array_position(keys, NULL) IS NOT NULL THEN
    -- Truncated: indexed rows are read again, a part at a time.
    EXECUTE format(
      'INSERT INTO reeve.search_waiting(collection_id, keys)
       SELECT $1, array_agg(i.key) FROM (
         SELECT d.key, (row_number() OVER () - 1) / 1000 AS part FROM reeve_index.%I d) i
       GROUP BY i.part', g.table_name)
    USING g.collection_id;
    keys := array_remove(keys, NULL);
  END IF;
  IF parents IS NOT NULL THEN
    PERFORM reeve.search_await_parents(parents);
    -- The rows that belong to them; if they are many, a part at a time and behind all others.
    INSERT INTO reeve.search_waiting(collection_id, keys, is_behind)
    SELECT g.collection_id, array_agg(b.key), max(b.part) OVER () > 0
    FROM (
      SELECT d.key, (row_number() OVER (ORDER BY d.key) - 1) / 250 AS part
      FROM reeve.search_belonging(g.generation_id, parents) d(key)) b
    GROUP BY b.part ORDER BY b.part;
  END IF;
  PERFORM reeve.search_apply(g.generation_id, keys) WHERE keys <> '{}';
  RETURN greatest(cardinality(keys), 1);
END
$$;

COMMENT ON FUNCTION reeve.search_take(int, int) IS
  'Applies about max changes that wait for the live index of a collection, first those of its own '
  'rows; returns how many. Rows of parents that changed are found and wait, too. Reads the app''s '
  'tables, as its reader.';

GRANT EXECUTE ON FUNCTION reeve.search_take(int, int) TO reeve_worker;
