CREATE OR REPLACE FUNCTION reeve.change_read(
  reader text, max int, OUT changes int, OUT keys jsonb)
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  place reeve.change_reader;
  last record;
BEGIN
  -- One at a time; each later statement sees what the one before has committed.
  SELECT * INTO STRICT place FROM reeve.change_reader r WHERE r.name = reader FOR UPDATE;
  -- Log and horizon are of one snapshot, since they are read by one statement.
  WITH entry AS (
    SELECT c.xid, c.change_id, c.collection_id, coalesce(c.keys, ARRAY[c.key]) AS keys,
      sum(coalesce(cardinality(c.keys), 1)) OVER (
        ORDER BY c.xid, c.change_id ROWS UNBOUNDED PRECEDING) AS changes
    FROM reeve.change c
    WHERE (c.xid, c.change_id) > (place.xid, place.change_id)
      AND c.xid < pg_snapshot_xmin(pg_current_snapshot())
    ORDER BY c.xid, c.change_id LIMIT change_read.max
  ),
  seen AS (SELECT * FROM entry e WHERE e.changes - cardinality(e.keys) < change_read.max)
  SELECT coalesce(max(s.changes), 0)::int AS changes,
    (SELECT s.xid FROM seen s ORDER BY s.xid DESC, s.change_id DESC LIMIT 1) AS xid,
    (SELECT s.change_id FROM seen s ORDER BY s.xid DESC, s.change_id DESC LIMIT 1) AS change_id,
    (SELECT jsonb_object_agg(k.collection_id, k.keys) FROM (
      SELECT s.collection_id, jsonb_agg(DISTINCT u.key) AS keys
      FROM seen s CROSS JOIN LATERAL unnest(s.keys) u(key)
      GROUP BY s.collection_id) k) AS keys
  INTO last
  FROM seen s;
  changes := last.changes;
  keys := coalesce(last.keys, '{}');
  IF changes > 0 THEN
    PERFORM reeve.change_advance(reader, last.xid, last.change_id);
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.change_read(text, int) IS
  'Takes max changes of finished transactions, and what else the last entry of the log holds, from '
  'the change log for a reader of it, and moves the reader. changes: how many; keys: the keys by '
  'collection, an object of arrays; a key null = the table was truncated.';
