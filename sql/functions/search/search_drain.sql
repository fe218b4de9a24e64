CREATE OR REPLACE FUNCTION reeve.search_drain(reader text, max int) RETURNS int
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  place reeve.change_reader;
  batch record;
BEGIN
  -- One drainer at a time; each later statement sees what the one before has committed.
  SELECT * INTO STRICT place FROM reeve.change_reader r WHERE r.name = reader FOR UPDATE;
  -- Log and horizon are of one snapshot, since they are read by one statement.
  WITH entry AS (
    SELECT c.xid, c.change_id, c.collection_id, coalesce(c.keys, ARRAY[c.key]) AS keys,
      sum(coalesce(cardinality(c.keys), 1)) OVER (
        ORDER BY c.xid, c.change_id ROWS UNBOUNDED PRECEDING) AS changes
    FROM reeve.change c
    WHERE (c.xid, c.change_id) > (place.xid, place.change_id)
      AND c.xid < pg_snapshot_xmin(pg_current_snapshot())
    ORDER BY c.xid, c.change_id LIMIT search_drain.max
  ),
  seen AS (SELECT * FROM entry e WHERE e.changes - cardinality(e.keys) < search_drain.max)
  SELECT coalesce(max(s.changes), 0)::int AS changes,
    (SELECT s.xid FROM seen s ORDER BY s.xid DESC, s.change_id DESC LIMIT 1) AS xid,
    (SELECT s.change_id FROM seen s ORDER BY s.xid DESC, s.change_id DESC LIMIT 1) AS change_id,
    (SELECT jsonb_object_agg(k.collection_id, k.keys) FROM (
      SELECT s.collection_id, jsonb_agg(DISTINCT u.key) AS keys
      FROM seen s CROSS JOIN LATERAL unnest(s.keys) u(key)
      GROUP BY s.collection_id) k) AS keys
  INTO batch
  FROM seen s;
  IF batch.changes = 0 THEN
    RETURN 0;
  END IF;
  PERFORM reeve.search_apply(
    g.generation_id, ARRAY(SELECT jsonb_array_elements_text(k.value)))
  FROM jsonb_each(batch.keys) k
  JOIN reeve.search_generation g ON g.collection_id = k.key::int
    AND CASE reader WHEN 'search' THEN g.state = 'live'
      ELSE reader = 'search.' || g.generation_id END
  JOIN reeve.collection c ON c.collection_id = g.collection_id AND c.is_live
    AND c.search IS NOT NULL
  ORDER BY k.key::int;
  PERFORM reeve.change_advance(reader, batch.xid, batch.change_id);
  RETURN batch.changes;
END
$$;

COMMENT ON FUNCTION reeve.search_drain(text, int) IS
  'Applies max changes of finished transactions, and what else the last entry of the log holds, to '
  'what a reader of it is for: the live generations, or one that is being built.';
