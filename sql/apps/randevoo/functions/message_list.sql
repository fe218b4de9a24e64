CREATE OR REPLACE FUNCTION randevoo.message_list(
  who bigint, chat bigint, at timestamptz, before bigint DEFAULT NULL, max_rows integer DEFAULT 50)
RETURNS TABLE (message bigint, author bigint, body text, sent_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, randevoo, pg_temp AS $body$
  SELECT m.id, m.author_id, m.body, m.sent_at
  FROM randevoo.groups g
    JOIN randevoo.stores s ON s.id = g.store_id
    JOIN randevoo.messages m ON m.group_id = g.id
  WHERE g.id = message_list.chat AND message_list.who IN (g.customer_id, s.owner_id)
    AND randevoo.at_require(message_list.at)
    AND (m.hidden_until > message_list.at) IS NOT TRUE
    AND (message_list.before IS NULL OR (m.sent_at, m.id) < (
      SELECT b.sent_at, b.id FROM randevoo.messages b WHERE b.id = message_list.before))
  ORDER BY m.sent_at DESC, m.id DESC LIMIT randevoo.page_size(max_rows)
$body$;

COMMENT ON FUNCTION randevoo.message_list(bigint, bigint, timestamptz, bigint, integer) IS
'Messages of a chat for its customer or the store''s owner, the newest first, at most 500, without
those that are hidden; none for anybody else. before: the last message of the page before.';

GRANT EXECUTE ON FUNCTION randevoo.message_list(bigint, bigint, timestamptz, bigint, integer)
  TO randevoo_app;
