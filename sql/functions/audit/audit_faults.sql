CREATE OR REPLACE FUNCTION reeve.audit_faults(from_seq bigint)
RETURNS TABLE(seq bigint, command_id bigint, action_id bigint, problem text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
-- Hardly any of a million entries has a fault, so passing on what parallel workers find is free.
SET parallel_tuple_cost = 0 SET work_mem = '64MB' SET jit = off
AS $$
DECLARE
  is_whole CONSTANT boolean := from_seq <= 1;
  least_command bigint := 0;
  since timestamptz := '-infinity';
BEGIN
  IF NOT is_whole THEN
    least_command := coalesce((
      SELECT min(c.command_id)
      FROM (
        SELECT h.command_id FROM reeve.chain h WHERE h.seq >= from_seq UNION ALL
        SELECT p.command_id FROM reeve.chain_pending p) c), 9223372036854775807);
    -- Commands get their numbers and their times in almost the same order.
    since := coalesce((
      SELECT m.at + interval '5 seconds' FROM reeve.command m WHERE m.command_id = least_command),
      'infinity');
    -- Unless the clock was ahead before, and has been set back.
    least_command := least(least_command, (
      SELECT min(m.command_id) FROM reeve.command m WHERE m.at >= since));
  END IF;

  -- The chain itself, and its anchors.
  RETURN QUERY
    SELECT h.seq, h.command_id, NULL::bigint, CASE
      WHEN p.hash IS NULL THEN 'the entry before it is gone'
      WHEN h.prev <> p.hash THEN 'it does not continue from the entry before it'
      ELSE 'it was edited: its hash is not that of its fields' END
    FROM reeve.chain h
    LEFT JOIN reeve.chain b ON b.seq = h.seq - 1
    CROSS JOIN LATERAL (SELECT
      CASE WHEN h.seq = 1 THEN decode(repeat('00', 32), 'hex') ELSE b.hash END) p(hash)
    WHERE h.seq >= from_seq
      AND (h.prev IS DISTINCT FROM p.hash OR h.hash <> reeve.chain_hash(h))
    UNION ALL
    SELECT a.seq, NULL, NULL, CASE WHEN h.seq IS NULL
      THEN 'it was anchored, and is gone' ELSE 'it is not the one that was anchored' END
    FROM reeve.anchor a
    LEFT JOIN reeve.chain h USING (seq)
    WHERE a.hash IS DISTINCT FROM h.hash
    UNION ALL
    -- The anchored entries, and the head that the next entry continues from.
    SELECT h.seq, NULL, NULL, 'the head is not the last entry'
    FROM (SELECT l.seq, l.hash FROM reeve.chain l ORDER BY l.seq DESC LIMIT 1) h
    FULL JOIN reeve.chain_head d ON d.seq = h.seq AND d.hash = h.hash
    WHERE d.seq IS NULL OR h.seq IS NULL AND d.seq <> 0;

  -- Each entry against its command, both ways.
  RETURN QUERY
    SELECT h.seq, h.command_id, m.action_id, CASE
      WHEN m.command_id IS NULL THEN 'the command that it seals is gone'
      ELSE 'the command differs from its entry' END
    FROM reeve.chain h
    LEFT JOIN reeve.command m USING (command_id)
    LEFT JOIN reeve.collection c USING (collection_id)
    WHERE h.seq >= from_seq AND (
      m.command_id IS NULL
      OR (h.actor, h.kind, h.manifest) <> (m.actor, m.kind, m.manifest)
      OR h.principal IS DISTINCT FROM m.principal
      OR h.batch IS DISTINCT FROM m.batch_id::text
      OR h.subject IS DISTINCT FROM reeve.record_subject(m, c));
  RETURN QUERY
    SELECT h.seq, m.command_id, m.action_id, 'the command differs from its entry'
    FROM reeve.command m LEFT JOIN reeve.chain h USING (command_id)
    WHERE m.command_id >= least_command
      AND (m.manifest <> reeve.record_digest(m.content)
        OR m.content - 'items' <> reeve.record_head(m))
    UNION ALL
    SELECT NULL, m.command_id, m.action_id, 'a command that was never sealed'
    FROM reeve.command m
    WHERE m.command_id >= least_command
      AND NOT EXISTS (SELECT FROM reeve.chain h WHERE h.command_id = m.command_id)
      AND NOT EXISTS (SELECT FROM reeve.chain_pending p WHERE p.command_id = m.command_id)
    UNION ALL
    SELECT h.seq, m.command_id, m.action_id, 'the evidence differs from what was sealed'
    FROM reeve.command m LEFT JOIN reeve.chain h USING (command_id)
    WHERE m.command_id >= least_command AND EXISTS (
      SELECT
      FROM jsonb_each_text(CASE jsonb_typeof(m.detail -> 'evidence')
        WHEN 'object' THEN m.detail -> 'evidence' END) e(id, digest)
      WHERE e.digest IS DISTINCT FROM encode(reeve.evidence_whole(e.id::bigint), 'hex'));

  RETURN QUERY SELECT * FROM reeve.audit_fault_actions(least_command, since);
  RETURN QUERY SELECT * FROM reeve.audit_fault_projections(least_command, since);
  RETURN QUERY SELECT * FROM reeve.audit_fault_people(least_command, since);
  RETURN QUERY SELECT * FROM reeve.audit_fault_notices(least_command);
END
$$;

COMMENT ON FUNCTION reeve.audit_faults(bigint) IS
  'Faults of the record, from an entry on (1 = all of it): entries edited, missing, out of order '
  'or different from their anchors; commands without an entry, entries without a command; and '
  'differences between the tables and what was sealed: commands, actions, effects, evidence, '
  'proposals, members, reveals, marks, labels, hidden subjects, erasures, notices. Members and '
  'declared erasures are checked in full each time. Empty if everything is as sealed.';
