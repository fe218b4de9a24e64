CREATE OR REPLACE FUNCTION reeve.change_read(place reeve.change_reader, max int)
RETURNS TABLE(collection_id int, keys text[])
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
SET plan_cache_mode = force_custom_plan SET enable_seqscan = off SET jit = off
AS $$
DECLARE
  batch record;
  numbers int[] := reeve.change_numbers(place.app);
  last reeve.change_reader;
BEGIN
  FOREACH max IN ARRAY ARRAY[max, 2147483647] LOOP
    -- Log and snapshot belong to one statement. In the snapshot this transaction counts as running,
    -- so that its later writes are not skipped.
    WITH now AS MATERIALIZED (
      SELECT format('%s:%s:%s', pg_snapshot_xmin(s.now), pg_snapshot_xmax(s.now), (
        SELECT string_agg(x.xid::text, ',' ORDER BY x.xid)
        FROM (
          SELECT pg_snapshot_xip(s.now)
          UNION
          SELECT m.xid FROM pg_current_xact_id_if_assigned() m(xid)
          WHERE m.xid < pg_snapshot_xmax(s.now)) x(xid)))::pg_snapshot AS snapshot
      FROM pg_current_snapshot() s(now)),
    entry AS (
      SELECT c.xid, c.change_id, coalesce(cardinality(c.keys), 1) AS size,
        sum(coalesce(cardinality(c.keys), 1)) OVER (
          ORDER BY c.xid, c.change_id ROWS UNBOUNDED PRECEDING) AS changes
      FROM reeve.change_unread(place, change_read.max) c
      ORDER BY c.xid, c.change_id LIMIT change_read.max
    ),
    part AS (
      SELECT coalesce(max(e.changes), 0) >= change_read.max AS is_part FROM entry e),
    -- Entries that this transaction itself has written are not taken.
    -- A part belongs to transactions older than any running one: nothing can come before its end.
    taken AS (
      SELECT e.* FROM entry e CROSS JOIN part p
      WHERE pg_visible_in_snapshot(e.xid, (SELECT n.snapshot FROM now n)) AND (
        NOT p.is_part OR e.xid < (SELECT pg_snapshot_xmin(n.snapshot) FROM now n)
        AND e.changes - e.size < change_read.max)
    )
    SELECT p.is_part, (SELECT n.snapshot FROM now n) AS snapshot, l.xid, l.change_id
    INTO batch
    FROM part p
    LEFT JOIN LATERAL (
      SELECT t.xid, t.change_id FROM taken t
      ORDER BY t.xid DESC, t.change_id DESC LIMIT 1) l ON TRUE;
    EXIT WHEN batch.xid IS NOT NULL OR NOT batch.is_part;
  END LOOP;
  -- In parts, as what one transaction writes has no limit.
  RETURN QUERY
    SELECT k.collection_id, array_agg(k.key)
    FROM (
      SELECT d.*, (row_number() OVER (PARTITION BY d.collection_id) - 1) / 1000 AS part
      FROM (
        SELECT DISTINCT c.collection_id, CASE WHEN octet_length(u.key) <= 1024 THEN u.key END AS key
        FROM reeve.change_unread(place, CASE WHEN batch.is_part THEN change_read.max END) c
        CROSS JOIN LATERAL unnest(coalesce(c.keys, ARRAY[c.key])) u(key)
        WHERE pg_visible_in_snapshot(c.xid, batch.snapshot)
          AND (NOT batch.is_part OR (c.xid, c.change_id) <= (batch.xid, batch.change_id))) d) k
    WHERE batch.xid IS NOT NULL
    GROUP BY k.collection_id, k.part;
  IF batch.is_part THEN
    place.xid := batch.xid;
    place.change_id := batch.change_id;
    PERFORM reeve.change_advance(place);
    RETURN;
  END IF;
  last := place;
  SELECT c.xid, c.change_id INTO last.xid, last.change_id
  FROM unnest(numbers) n(number)
  CROSS JOIN LATERAL (
    SELECT e.xid, e.change_id FROM reeve.change e
    WHERE e.collection_id = n.number AND e.xid < pg_snapshot_xmin(batch.snapshot)
    ORDER BY e.xid DESC, e.change_id DESC LIMIT 1) c
  ORDER BY c.xid DESC, c.change_id DESC LIMIT 1;
  IF NOT FOUND OR (last.xid, last.change_id) < (place.xid, place.change_id) THEN
    last := place;
  END IF;
  IF batch.xid IS NOT NULL OR (last.xid, last.change_id) > (place.xid, place.change_id) THEN
    last.seen := (
      SELECT batch.snapshot WHERE EXISTS (
        SELECT FROM reeve.change c
        WHERE c.collection_id = ANY (numbers) AND c.xid >= pg_snapshot_xmin(batch.snapshot)
          AND pg_visible_in_snapshot(c.xid, batch.snapshot)));
    PERFORM reeve.change_advance(last);
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.change_read(reeve.change_reader, int) IS
  'Takes about max changes of its app from the change log for a reader, whose row the caller has '
  'locked; those of older transactions first; and moves the reader. Takes every committed change, '
  'whatever older transactions still run. At most 1000 keys of a collection a row, each once; NULL '
  'among them: the table was truncated, or its key is longer than 1024 bytes.';
