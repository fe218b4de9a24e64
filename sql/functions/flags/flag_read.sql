CREATE OR REPLACE FUNCTION reeve.flag_read(job_id bigint, lease int, key_id text, max int)
RETURNS TABLE(collection_id int, key text, kind text, value text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '5s'
AS $$
#variable_conflict use_column
DECLARE
  place reeve.change_reader;
  batch record;
  c record;
  h record;
  there text[];
BEGIN
  IF NOT reeve.job_is_live(job_id, lease) THEN
    RETURN;
  END IF;
  SELECT * INTO place FROM reeve.change_reader r WHERE r.name = 'flags' FOR UPDATE;
  IF NOT FOUND THEN
    RETURN; -- No app declares anything.
  END IF;
  PERFORM reeve.identifier_key_require(key_id);
  -- Log and horizon are of one snapshot, since they are read by one statement.
  WITH entry AS (
    SELECT c.xid, c.change_id, c.collection_id, coalesce(c.keys, ARRAY[c.key]) AS keys,
      sum(coalesce(cardinality(c.keys), 1)) OVER (
        ORDER BY c.xid, c.change_id ROWS UNBOUNDED PRECEDING) AS changes
    FROM reeve.change c
    WHERE (c.xid, c.change_id) > (place.xid, place.change_id)
      AND c.xid < pg_snapshot_xmin(pg_current_snapshot())
    ORDER BY c.xid, c.change_id LIMIT flag_read.max
  ),
  seen AS (SELECT * FROM entry e WHERE e.changes - cardinality(e.keys) < flag_read.max)
  SELECT (SELECT s.xid FROM seen s ORDER BY s.xid DESC, s.change_id DESC LIMIT 1) AS xid,
    (SELECT s.change_id FROM seen s ORDER BY s.xid DESC, s.change_id DESC LIMIT 1) AS change_id,
    (SELECT jsonb_object_agg(k.collection_id, k.keys) FROM (
      SELECT s.collection_id, jsonb_agg(DISTINCT u.key) AS keys
      FROM seen s CROSS JOIN LATERAL unnest(s.keys) u(key)
      GROUP BY s.collection_id) k) AS keys
  INTO batch;
  IF batch.xid IS NULL THEN
    RETURN;
  END IF;
  PERFORM reeve.change_advance('flags', batch.xid, batch.change_id);
  FOR c IN
    SELECT l.*, ARRAY(SELECT e FROM jsonb_array_elements_text(b.value) e
      WHERE e IS NOT NULL) AS keys,
      b.value @> '[null]' AS is_truncated
    FROM jsonb_each(batch.keys) b
    JOIN reeve.collection l ON l.collection_id = b.key::int AND l.is_live
  LOOP
    IF c.identifiers = '{}' THEN
      RETURN QUERY SELECT c.collection_id, k, NULL::text, NULL::text FROM unnest(c.keys::text[]) k;
      CONTINUE;
    END IF;
    IF c.is_truncated THEN
      PERFORM reeve.identifier_forget(c.collection_id, i.key)
      FROM (SELECT DISTINCT o.key FROM reeve.identifier o
        WHERE o.collection_id = c.collection_id) i
      WHERE reeve.hand_key(c.collection_id, i.key) IS NULL;
    END IF;
    there := '{}';
    FOR h IN SELECT * FROM reeve.hand_identifiers(c.collection_id, c.keys) LOOP
      there := there || h.key;
      collection_id := c.collection_id;
      key := h.key;
      kind := CASE WHEN flag_read.key_id IS NOT NULL THEN h.kind END;
      value := CASE WHEN flag_read.key_id IS NOT NULL THEN h.value END;
      RETURN NEXT;
    END LOOP;
    PERFORM reeve.identifier_forget(c.collection_id, k)
    FROM unnest(c.keys::text[]) k WHERE k <> ALL (there);
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.flag_read(bigint, int, text, int) IS
  'Takes about max changes of finished transactions from the log, for a worker whose key has this '
  'id (NULL: it has none): the rows, and what identifies their persons, each with its kind. To be '
  'called, with identifier_write and flag_run for what it gives, in one transaction, until it '
  'gives nothing. RV002 for a worker without the key of this database''s identifiers.';

GRANT EXECUTE ON FUNCTION reeve.flag_read(bigint, int, text, int) TO reeve_worker;
