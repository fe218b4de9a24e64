CREATE OR REPLACE FUNCTION sotravel.message_list(
  who bigint, chat bigint, before bigint, max_rows integer, at timestamptz)
RETURNS TABLE(message bigint, author bigint, body text, sent_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, sotravel, pg_temp AS $body$
  SELECT sotravel.moment_require('at', at), sotravel.page_require(max_rows);
  SELECT x.id, x.author_id, x.body, x.sent_at FROM sotravel.messages x
  WHERE x.chat_id = message_list.chat
    -- Its author may have taken that one back.
    AND (message_list.before IS NULL OR coalesce((x.sent_at, x.id) < (
      SELECT b.sent_at, b.id FROM sotravel.messages b WHERE b.id = message_list.before),
      x.id < message_list.before))
    AND (x.hidden_until > message_list.at) IS NOT TRUE
    AND EXISTS (SELECT FROM sotravel.chat_members m
      WHERE m.chat_id = x.chat_id AND m.user_id = message_list.who)
  ORDER BY x.sent_at DESC, x.id DESC LIMIT least(max_rows, 500)
$body$;

COMMENT ON FUNCTION sotravel.message_list IS
'Messages of a chat for one of its members, newest first, at most 500. before: the last message of
the page before.';

GRANT EXECUTE ON FUNCTION sotravel.message_list TO sotravel_app;
