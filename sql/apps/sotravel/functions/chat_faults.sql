CREATE OR REPLACE FUNCTION sotravel.chat_faults()
RETURNS TABLE(chat bigint, legacy_id bigint, fault text)
LANGUAGE sql STABLE AS $body$
  SELECT c.id, c.legacy_id, CASE WHEN m.id IS NULL THEN 'it has no message'
    ELSE format('its last message is %s, it says %s', m.legacy_id, c.legacy_last_id) END
  FROM sotravel.chats c
    LEFT JOIN LATERAL (
      SELECT * FROM sotravel.messages x WHERE x.chat_id = c.id AND x.legacy_id IS NOT NULL
      ORDER BY x.sent_at DESC, x.id DESC LIMIT 1) m ON TRUE
  WHERE c.legacy_last_id IS NOT NULL AND m.legacy_id IS DISTINCT FROM c.legacy_last_id
  ORDER BY c.id
$body$;

COMMENT ON FUNCTION sotravel.chat_faults IS
'Imported chats whose last message is not the one that their basic information names.';
