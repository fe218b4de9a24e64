CREATE OR REPLACE FUNCTION sotravel.chat_list(who bigint, at timestamptz)
RETURNS TABLE(chat bigint, kind text, last_message bigint, last_by bigint, last_body text,
  last_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, sotravel, pg_temp AS $body$
  SELECT sotravel.moment_require('at', at);
  SELECT c.id, c.kind, l.id, l.author_id, l.body, l.sent_at
  FROM sotravel.chat_members m
    JOIN sotravel.chats c ON c.id = m.chat_id
    LEFT JOIN LATERAL (
      SELECT * FROM sotravel.messages x
      WHERE x.chat_id = c.id AND (x.hidden_until > chat_list.at) IS NOT TRUE
      ORDER BY x.sent_at DESC, x.id DESC LIMIT 1) l ON TRUE
  WHERE m.user_id = who ORDER BY l.sent_at DESC NULLS LAST, c.id
$body$;

COMMENT ON FUNCTION sotravel.chat_list IS
'A person''s chats, each with its last message that is not hidden.';

GRANT EXECUTE ON FUNCTION sotravel.chat_list TO sotravel_app;
