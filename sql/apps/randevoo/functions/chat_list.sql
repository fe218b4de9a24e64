CREATE OR REPLACE FUNCTION randevoo.chat_list(who bigint, at timestamptz)
RETURNS TABLE(
  chat bigint, customer bigint, store bigint, last_message bigint, last_by bigint, last_body text,
  last_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, randevoo, pg_temp AS $body$
  SELECT g.id, g.customer_id, g.store_id, m.id, m.author_id, m.body, m.sent_at
  FROM randevoo.groups g
    JOIN LATERAL (
      SELECT * FROM randevoo.messages m
      WHERE m.group_id = g.id AND (m.hidden_until > chat_list.at) IS NOT TRUE
      ORDER BY m.sent_at DESC, m.id DESC LIMIT 1) m ON TRUE
  WHERE randevoo.at_require(chat_list.at) AND (g.customer_id = who
    OR g.store_id IN (SELECT s.id FROM randevoo.stores s WHERE s.owner_id = who))
  ORDER BY m.sent_at DESC, m.id DESC
$body$;

COMMENT ON FUNCTION randevoo.chat_list(bigint, timestamptz) IS
'Chats of a user, as customer or owner, each with its last message that is not hidden; none without
one.';

GRANT EXECUTE ON FUNCTION randevoo.chat_list(bigint, timestamptz) TO randevoo_app;
