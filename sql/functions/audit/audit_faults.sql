CREATE OR REPLACE FUNCTION reeve.audit_faults(from_seq bigint)
RETURNS TABLE(seq bigint, command_id bigint, action_id bigint, problem text)
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT f.seq, f.command_id, f.action_id, f.problem
  FROM (
    SELECT h.seq, h.command_id, NULL::bigint AS action_id, CASE
      WHEN p.hash IS NULL THEN 'the entry before it is gone'
      WHEN h.prev <> p.hash THEN 'it does not continue from the entry before it'
      ELSE 'it was edited: its hash is not that of its fields' END AS problem
    FROM reeve.chain h
    LEFT JOIN reeve.chain b ON b.seq = h.seq - 1
    CROSS JOIN LATERAL (SELECT
      CASE WHEN h.seq = 1 THEN decode(repeat('00', 32), 'hex') ELSE b.hash END) p(hash)
    WHERE h.seq >= audit_faults.from_seq
      AND (h.prev IS DISTINCT FROM p.hash OR h.hash <> reeve.chain_hash(h))
    UNION ALL
    SELECT a.seq, NULL, NULL, CASE WHEN h.seq IS NULL
      THEN 'it was anchored, and is gone' ELSE 'it is not the one that was anchored' END
    FROM reeve.anchor a
    LEFT JOIN reeve.chain h USING (seq)
    WHERE a.hash IS DISTINCT FROM h.hash
    UNION ALL
    SELECT h.seq, m.command_id, m.action_id, CASE
      WHEN (h.actor, h.kind, h.manifest) <> (m.actor, m.kind, m.manifest)
        OR h.principal IS DISTINCT FROM m.principal
        OR h.batch IS DISTINCT FROM m.batch_id::text
        OR h.subject IS DISTINCT FROM coalesce(
        c.app || '/' || c.name || coalesce(':' || m.key, ''), 'team:' || m.key)
        THEN 'the command says something else than its entry'
      WHEN v.is_other THEN 'the evidence is not what was sealed'
      ELSE 'what was done is not what was sealed' END
    FROM reeve.chain h
    JOIN reeve.command m USING (command_id)
    LEFT JOIN reeve.collection c USING (collection_id)
    LEFT JOIN LATERAL (
      SELECT TRUE
      FROM jsonb_each_text(CASE jsonb_typeof(m.detail -> 'evidence')
        WHEN 'object' THEN m.detail -> 'evidence' END) e(id, digest)
      WHERE e.digest IS DISTINCT FROM encode(reeve.evidence_whole(e.id::bigint), 'hex')
      LIMIT 1) v(is_other) ON TRUE
    WHERE h.seq >= audit_faults.from_seq AND (
      v.is_other
      OR (h.actor, h.kind, h.manifest) <> (m.actor, m.kind, m.manifest)
      OR h.principal IS DISTINCT FROM m.principal
      OR h.batch IS DISTINCT FROM m.batch_id::text
      OR h.subject IS DISTINCT FROM coalesce(
        c.app || '/' || c.name || coalesce(':' || m.key, ''), 'team:' || m.key)
      -- A sweep adds to an action: its last command has sealed all of it.
      OR m.version = 2 AND NOT EXISTS (
        SELECT FROM reeve.command l
        WHERE l.command_id > m.command_id AND (l.action_id = m.action_id
          OR l.batch_id = m.batch_id AND l.detail -> 'actions' = m.detail -> 'actions'))
      AND m.manifest <> reeve.command_manifest(
        m.outcome, m.code, m.action_id, m.detail, m.batch_id))) f
  ORDER BY f.seq
$$;

COMMENT ON FUNCTION reeve.audit_faults(bigint) IS
  'What is wrong with the chain, from a sequence number on: entries edited, missing or out of '
  'order, not those that were anchored (all of these), or told otherwise by the tables: their '
  'command, its action''s terms and reasons, its effects, or its evidence. Empty where all is as '
  'it was sealed; what was erased counts as it was.';
