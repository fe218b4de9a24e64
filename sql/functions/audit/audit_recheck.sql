CREATE OR REPLACE FUNCTION reeve.audit_recheck(from_seq bigint)
RETURNS TABLE(seq bigint, command_id bigint, action_id bigint, problem text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  PERFORM reeve.member_require('auditor');
  RETURN QUERY
    SELECT h.seq, m.command_id, m.action_id, CASE
      WHEN (h.actor, h.kind, h.manifest) <> (m.actor, m.kind, m.manifest)
        OR h.principal IS DISTINCT FROM m.principal
        OR h.batch IS DISTINCT FROM m.batch_id::text
        OR h.subject IS DISTINCT FROM coalesce(
        c.app || '/' || c.name || coalesce(':' || m.key, ''), 'team:' || m.key)
        THEN 'the command says something else than its entry'
      ELSE 'what was done is not what was sealed' END
    FROM reeve.chain h
    JOIN reeve.command m USING (command_id)
    LEFT JOIN reeve.collection c USING (collection_id)
    WHERE h.seq >= from_seq AND (
      (h.actor, h.kind, h.manifest) <> (m.actor, m.kind, m.manifest)
      OR h.principal IS DISTINCT FROM m.principal
      OR h.batch IS DISTINCT FROM m.batch_id::text
      OR h.subject IS DISTINCT FROM coalesce(
        c.app || '/' || c.name || coalesce(':' || m.key, ''), 'team:' || m.key)
      -- A sweep adds to an action: its last command has sealed all of it.
      OR m.version = 2 AND NOT EXISTS (
        SELECT FROM reeve.command l
        WHERE l.action_id = m.action_id AND l.command_id > m.command_id)
      AND m.manifest <> reeve.command_manifest(m.outcome, m.code, m.action_id, m.detail))
    ORDER BY h.seq;
END
$$;

COMMENT ON FUNCTION reeve.audit_recheck(bigint) IS
  'Sealed commands, from a sequence number on, that the tables tell otherwise now: their own row, '
  'the action''s terms and reasons, or its effects. Empty where all is as it was sealed; what was '
  'erased counts as it was. Needs auditor or senior.';

GRANT EXECUTE ON FUNCTION reeve.audit_recheck(bigint) TO reeve_viewer, reeve_auditor;
