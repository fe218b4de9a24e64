CREATE OR REPLACE FUNCTION randevoo.view_chat_faults()
RETURNS TABLE (subject text, chat text, author text, at timestamptz, fault text)
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, randevoo, pg_temp SET timezone = 'UTC' SET datestyle = 'ISO' AS
$body$
  SELECT 'group:' || f.chat, 'group:' || f.chat, NULL, g.legacy_last_at, f.fault
  FROM randevoo.chat_faults() f JOIN randevoo.groups g ON g.id = f.chat
  UNION ALL
  SELECT 'message:' || m.id, 'group:' || g.id, 'user:' || m.author_id, m.sent_at,
    'its author is not in this chat'
  FROM randevoo.messages m
    JOIN randevoo.groups g ON g.id = m.group_id
    JOIN randevoo.stores s ON s.id = g.store_id
  WHERE m.author_id NOT IN (g.customer_id, s.owner_id)
  ORDER BY 2, 4, 1
$body$;

COMMENT ON FUNCTION randevoo.view_chat_faults() IS
'For the back office: what does not fit together in chats. Imported groups without a message or with
another last message than they say, and messages of somebody who is not in their chat, such as a
former owner of the store.';
