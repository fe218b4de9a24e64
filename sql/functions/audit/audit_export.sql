CREATE OR REPLACE FUNCTION reeve.audit_export(from_seq bigint, max_rows int)
RETURNS TABLE(
  seq bigint, us bigint, command_id bigint, actor text, principal text, kind text, subject text,
  batch text, manifest_hex text, prev_hex text, hash_hex text, content text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  PERFORM reeve.member_require('auditor');
  RETURN QUERY
    SELECT h.seq, h.us, h.command_id, h.actor, h.principal, h.kind, h.subject, h.batch,
      encode(h.manifest, 'hex'), encode(h.prev, 'hex'), encode(h.hash, 'hex'), m.content::text
    FROM reeve.chain h LEFT JOIN reeve.command m USING (command_id)
    WHERE h.seq >= from_seq ORDER BY h.seq LIMIT max_rows;
END
$$;

COMMENT ON FUNCTION reeve.audit_export(bigint, int) IS
  'Sealed entries from a sequence number on, in order, as an offline verifier needs them: the '
  'manifest is the digest of content. Needs auditor or senior. NULL: principal, subject, batch.';

GRANT EXECUTE ON FUNCTION reeve.audit_export(bigint, int) TO reeve_viewer, reeve_auditor;
