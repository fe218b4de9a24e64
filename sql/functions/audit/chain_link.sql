CREATE OR REPLACE FUNCTION reeve.chain_link(below xid8, max_rows int, front xid8 DEFAULT NULL)
RETURNS int
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
SET enable_seqscan = off  -- By the index: dead heads lie before the last one.
AS $$
DECLARE
  head reeve.chain_head;
  h reeve.chain;
  next record;
  ids bigint[] := '{}';
  start CONSTANT xid8 := coalesce(front, '0');
  -- Transactions that are running may have commands to record yet.
  floor xid8 := least(below, pg_snapshot_xmin(pg_current_snapshot()));
BEGIN
  -- The session that holds the head is adding links, or idle: either way waiting is of no use.
  SELECT o.* INTO head FROM reeve.chain_head o ORDER BY o.seq DESC LIMIT 1 FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN
    RETURN 0;
  END IF;
  h.hash := head.hash;
  h.seq := head.seq;
  h.us := (SELECT l.us FROM reeve.chain l WHERE l.seq = head.seq);
  FOR next IN
    SELECT p.xid, m.command_id, m.actor, m.principal, m.kind, m.batch_id, m.manifest,
      reeve.record_subject(m, c) AS subject
    FROM reeve.chain_pending p
    JOIN reeve.command m USING (command_id)
    LEFT JOIN reeve.collection c USING (collection_id)
    -- Transactions of another cluster, from which this database was restored, have ended there.
    WHERE p.xid >= start AND p.xid < below OR p.xid >= pg_snapshot_xmax(pg_current_snapshot())
      AND p.xid IS DISTINCT FROM pg_current_xact_id_if_assigned()
    ORDER BY p.xid, p.command_id LIMIT max_rows
  LOOP
    h.prev := h.hash;
    h.seq := h.seq + 1;
    h.us := greatest(h.us, (extract(epoch FROM clock_timestamp()) * 1000000)::bigint);
    h.command_id := next.command_id;
    h.actor := next.actor;
    h.principal := next.principal;
    h.kind := next.kind;
    h.subject := next.subject;
    h.batch := next.batch_id::text;
    h.manifest := next.manifest;
    h.hash := reeve.chain_hash(h);
    INSERT INTO reeve.chain(
      seq, us, command_id, actor, principal, kind, subject, batch, manifest, prev, hash)
    VALUES (h.seq, h.us, h.command_id, h.actor, h.principal, h.kind, h.subject, h.batch,
      h.manifest, h.prev, h.hash);
    ids := ids || next.command_id;
    IF cardinality(ids) = max_rows THEN
      floor := least(floor, next.xid);
    END IF;
  END LOOP;
  IF ids <> '{}' THEN
    DELETE FROM reeve.chain_pending p WHERE p.command_id = ANY (ids);
    UPDATE reeve.chain_head o
    SET seq = h.seq, hash = h.hash, sealed_below = floor,
      looked_at = CASE WHEN start = '0' THEN clock_timestamp() ELSE o.looked_at END
    WHERE o.seq = head.seq;
  END IF;
  RETURN cardinality(ids);
END
$$;

COMMENT ON FUNCTION reeve.chain_link(xid8, int, xid8) IS
  'Adds links for recorded commands of transactions from front (NULL = any) to below, by '
  '(transaction, command), at most max_rows; returns how many, 0 if another session is doing so. '
  'One session at a time: it locks the head''s row, and never waits for that lock.';
