CREATE OR REPLACE FUNCTION randevoo.out_messengers() RETURNS TABLE(path text[], document jsonb)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, randevoo, pg_temp AS $body$
  SELECT ARRAY['messengers', c.key], jsonb_build_object('id', c.key,
    'members', jsonb_build_array(c.customer, c.shop), 'isEmpty', m.document IS NULL,
    'createdAt', randevoo.legacy_written(g.created_at), 'recent', coalesce(m.document,
      jsonb_build_object('id', '', 'type', '', 'content', '', 'senderId', '', 'receiverId', '',
        'isRead', FALSE, 'createdAt', randevoo.legacy_written(g.created_at))))
  FROM randevoo.legacy_chats() c
    JOIN randevoo.groups g ON g.id = c.id
    LEFT JOIN (
      SELECT DISTINCT ON (o.path[2]) o.path[2] AS key, o.document FROM randevoo.out_messages() o
      ORDER BY o.path[2], rtrim(o.document ->> 'createdAt', 'Z') COLLATE "C" DESC,
        o.path[4] COLLATE "C" DESC) m
      ON m.key = c.key
$body$;

COMMENT ON FUNCTION randevoo.out_messengers() IS
'For reeve move --out: chats between a customer and a store, each with its last message.';
