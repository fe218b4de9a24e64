CREATE OR REPLACE FUNCTION randevoo.chat_faults()
RETURNS TABLE(chat bigint, legacy_id text, fault text)
LANGUAGE sql STABLE AS $body$
  SELECT g.id, g.legacy_id, CASE
    WHEN m.id IS NULL THEN 'its conversation is empty'
    WHEN m.sent_at IS DISTINCT FROM g.legacy_last_at THEN format(
      'its last message is of %s, the group says %s', m.sent_at,
      coalesce(g.legacy_last_at::text, 'nothing'))
    ELSE 'its last message is not the one that the group shows' END
  FROM randevoo.groups g
    LEFT JOIN LATERAL (
      SELECT * FROM randevoo.messages m
      WHERE m.group_id = g.id AND m.is_legacy
      ORDER BY m.sent_at DESC, m.id DESC LIMIT 1) m ON TRUE
  WHERE g.legacy_id IS NOT NULL AND (m.id IS NOT NULL OR g.legacy_last_at IS NOT NULL)
    AND (m.id IS NULL OR m.sent_at IS DISTINCT FROM g.legacy_last_at
    -- An encrypted text cannot be compared.
    OR m.body !~ '^enc[01][.]' AND m.body <> '…'
      AND sha256(convert_to(m.body, 'UTF8')) IS DISTINCT FROM g.legacy_last_digest)
  ORDER BY g.id
$body$;

COMMENT ON FUNCTION randevoo.chat_faults() IS
'Imported groups whose last message is not what they said it was, or is not there. One that never
had a message says nothing of it.';
