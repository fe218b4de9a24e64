CREATE OR REPLACE FUNCTION randevoo.out_messages() RETURNS TABLE(path text[], document jsonb)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, randevoo, pg_temp AS $body$
  SELECT ARRAY['messages', c.key, 'contents', k.key], jsonb_build_object('id', k.key,
    'type', CASE WHEN m.body ~ '^https?://\S+/o/message_images\S*$' THEN 'photo' ELSE 'text' END,
    'content', m.body, 'isRead', TRUE, 'createdAt', randevoo.legacy_written(m.sent_at),
    'senderId', CASE m.author_id WHEN c.customer_id THEN c.customer ELSE c.shop END,
    'receiverId', CASE m.author_id WHEN c.customer_id THEN c.shop ELSE c.customer END)
  FROM randevoo.messages m
    JOIN randevoo.legacy_chats() c ON c.id = m.group_id
    CROSS JOIN LATERAL (SELECT randevoo.legacy_key(m.legacy_id, 'messages', m.id, m.sent_at)
      AS key) k
$body$;

COMMENT ON FUNCTION randevoo.out_messages() IS
'For reeve move --out: what people wrote; an owner writes as their business.';
