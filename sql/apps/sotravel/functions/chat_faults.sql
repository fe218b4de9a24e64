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
  UNION ALL
  -- Of chats whose last message is right.
  SELECT c.id, c.legacy_id, format('its message %s from the end is %s, it says %s', s.place,
    coalesce(m.legacy_id, 'none'), s.said)
  FROM sotravel.legacy_chats l
    JOIN sotravel.chats c ON c.event_id = l.event_id AND c.legacy_last_id = l.last
    CROSS JOIN LATERAL (VALUES (1, l.last), (2, l.second_last), (3, l.third_last)) s(place, said)
    LEFT JOIN LATERAL (
      SELECT x.legacy_id FROM sotravel.messages x
      WHERE x.chat_id = c.id AND x.legacy_id IS NOT NULL
      ORDER BY x.sent_at DESC, x.id DESC LIMIT 1 OFFSET s.place - 1) m ON TRUE
  WHERE s.place > 1 AND s.said IS NOT NULL AND m.legacy_id IS DISTINCT FROM s.said
  ORDER BY 1, 3
$body$;

COMMENT ON FUNCTION sotravel.chat_faults IS
'Imported chats of which one of the last three messages is not that which their basic information
names.';
