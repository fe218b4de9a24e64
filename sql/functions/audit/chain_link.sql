CREATE OR REPLACE FUNCTION reeve.chain_link(below xid8, max_rows int) RETURNS int
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  head reeve.chain_head;
  h reeve.chain;
  next record;
  ids bigint[] := '{}';
BEGIN
  -- The session that holds the head is adding links, or idle: either way waiting is of no use.
  SELECT * INTO head FROM reeve.chain_head FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN
    RETURN 0;
  END IF;
  h.hash := head.hash;
  h.seq := head.seq;
  h.us := (SELECT l.us FROM reeve.chain l WHERE l.seq = head.seq);
  FOR next IN
    SELECT m.command_id, m.actor, m.principal, m.kind, m.batch_id, m.manifest,
      reeve.record_subject(m, c) AS subject
    FROM reeve.chain_pending p
    JOIN reeve.command m USING (command_id)
    LEFT JOIN reeve.collection c USING (collection_id)
    -- Transactions of another cluster, from which this database was restored, have ended there.
    WHERE p.xid < below OR p.xid >= pg_snapshot_xmax(pg_current_snapshot())
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
  END LOOP;
  IF ids <> '{}' THEN
    DELETE FROM reeve.chain_pending p WHERE p.command_id = ANY (ids);
    UPDATE reeve.chain_head SET seq = h.seq, hash = h.hash;
  END IF;
  RETURN cardinality(ids);
END
$$;

COMMENT ON FUNCTION reeve.chain_link(xid8, int) IS
  'Adds links for recorded commands of transactions below the given one, by (transaction, '
  'command), at most max_rows; returns how many, 0 if another session is doing so. One session '
  'at a time: it locks the head''s row, and never waits for that lock.';
