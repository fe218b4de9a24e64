CREATE OR REPLACE FUNCTION reeve.search_sync(job_id bigint, lease int, max int) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '5s'
AS $$
DECLARE
  place reeve.change_reader;
  stale int;
  batch record;
  taken int;
BEGIN
  IF NOT reeve.job_is_live(job_id, lease) THEN
    RETURN 0;
  END IF;
  -- One drainer at a time; each later statement sees what the one before has committed.
  SELECT * INTO STRICT place FROM reeve.change_reader r WHERE r.name = 'search' FOR UPDATE;
  SELECT c.collection_id INTO stale
  FROM reeve.collection c
  LEFT JOIN reeve.search_pointer p USING (collection_id)
  LEFT JOIN reeve.search_generation g USING (generation_id)
  WHERE c.is_live AND c.search IS NOT NULL AND c.search IS DISTINCT FROM g.declared
  ORDER BY c.collection_id LIMIT 1;
  IF FOUND THEN
    RETURN greatest(reeve.search_generation_create(stale), 1);
  END IF;
  -- Log and horizon are of one snapshot, since they are read by one statement.
  WITH seen AS (
    SELECT c.* FROM reeve.change c
    WHERE (c.xid, c.change_id) > (place.xid, place.change_id)
      AND c.xid < pg_snapshot_xmin(pg_current_snapshot())
    ORDER BY c.xid, c.change_id LIMIT search_sync.max
  )
  SELECT count(*) AS changes,
    (SELECT s.xid FROM seen s ORDER BY s.xid DESC, s.change_id DESC LIMIT 1) AS xid,
    (SELECT s.change_id FROM seen s ORDER BY s.xid DESC, s.change_id DESC LIMIT 1) AS change_id,
    (SELECT jsonb_object_agg(k.collection_id, k.keys) FROM (
      SELECT s.collection_id,
        CASE WHEN bool_or(s.key IS NULL) THEN NULL ELSE jsonb_agg(DISTINCT s.key) END AS keys
      FROM seen s GROUP BY s.collection_id) k) AS keys
  INTO batch
  FROM seen;
  taken := batch.changes;
  IF taken = 0 THEN
    RETURN 0;
  END IF;
  PERFORM reeve.search_apply(
    k.key::int,
    CASE WHEN jsonb_typeof(k.value) = 'array'
      THEN ARRAY(SELECT jsonb_array_elements_text(k.value)) END)
  FROM jsonb_each(batch.keys) k
  JOIN reeve.search_pointer p ON p.collection_id = k.key::int
  JOIN reeve.collection c ON c.collection_id = p.collection_id AND c.is_live
  ORDER BY k.key::int;
  PERFORM reeve.change_advance('search', batch.xid, batch.change_id);
  RETURN taken;
END
$$;

COMMENT ON FUNCTION reeve.search_sync(bigint, int, int) IS
  'Brings the index after: builds one missing or outdated generation, else applies up to max '
  'changes of finished transactions. Call until it gives 0: nothing is left, or the lease is '
  'stale.';

GRANT EXECUTE ON FUNCTION reeve.search_sync(bigint, int, int) TO reeve_worker;
