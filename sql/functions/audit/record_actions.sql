CREATE OR REPLACE FUNCTION reeve.record_actions(action_ids bigint[])
RETURNS TABLE(action_id bigint, item jsonb)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN QUERY
    SELECT a.action_id, jsonb_strip_nulls(jsonb_build_object(
      'kind', a.verb, 'collection', a.collection_id, 'key', a.key, 'actor', a.actor,
      'principal', a.principal, 'policy', a.policy, 'severity', a.severity,
      'until', reeve.moment_json(a.until), 'at', reeve.moment_json(a.performed_at),
      'grace', CASE WHEN a.grace <> '0' THEN encode(interval_send(a.grace), 'hex') END,
      'reverses', a.reverses, 'approval', a.approval_id, 'batch', a.batch_id,
      'protecting', nullif(a.is_protecting, FALSE), 'erase_at', reeve.moment_json(a.erase_at),
      'words', encode(reeve.action_digest(a), 'hex'),
      'evidence', a.evidence_id, 'frame', encode(v.frame, 'hex'),
      'state', encode(v.digest, 'hex'),
      'effects', nullif(f.rows, 0), 'changes', encode(f.digest, 'hex'),
      'strike', (
        -- One index look-up each: with few statistics a join would read all strikes.
        SELECT encode(sha256(int4send(s.collection_id) || convert_to(s.key, 'UTF8')), 'hex')
        FROM reeve.strike s WHERE s.action_id = a.action_id),
      -- One that is not there is none that was cited.
      'clause', CASE WHEN a.clause_id IS NOT NULL THEN coalesce((
        SELECT encode(q.digest, 'hex') FROM reeve.clause q
        WHERE q.clause_id = a.clause_id), 'missing') END,
      'terms', CASE WHEN a.term_id IS NOT NULL THEN coalesce((
        SELECT q.kind || ' ' || q.version FROM reeve.term_version q
        WHERE q.term_id = a.term_id), 'missing') END,
      'deed', reeve.moment_json(a.deed_at),
      'reply', CASE WHEN a.reply_id IS NOT NULL THEN coalesce((
        SELECT q.name || ' ' || q.version FROM reeve.reply q
        WHERE q.reply_id = a.reply_id), 'missing') END,
      'mark', m.kind,
      'label', (
        SELECT encode(sha256(uuid_send(l.salt) || convert_to(l.label, 'UTF8')), 'hex')
        FROM reeve.label l WHERE l.collection_id = a.collection_id AND l.key = a.key)))
    FROM reeve.action a
    LEFT JOIN reeve.mark m USING (action_id)
    LEFT JOIN reeve.evidence_digests(ARRAY(
        SELECT b.evidence_id FROM reeve.action b WHERE b.action_id = ANY (action_ids))) v
      ON v.evidence_id = a.evidence_id
    CROSS JOIN LATERAL (
      SELECT count(*), sha256(string_agg(
        int4send(e.collection_id) || reeve.bytes_prefix(convert_to(e.key, 'UTF8'))
        || int4send(e.rule_id) || boolsend(e.is_reversible) || reeve.effect_digest(e),
        ''::bytea ORDER BY e.collection_id, e.key COLLATE "C", e.rule_id))
      FROM reeve.effect e WHERE e.action_id = a.action_id) f(rows, digest)
    WHERE a.action_id = ANY (action_ids);
END
$$;

COMMENT ON FUNCTION reeve.record_actions(bigint[]) IS
  'Actions as the record seals them: their terms, and digests of their words, evidence, effects, '
  'of the people they count against and of their subject''s label. Later changes (reversed_by, '
  'undone_by) are proved by the actions that made them.';
