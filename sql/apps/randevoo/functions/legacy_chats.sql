CREATE OR REPLACE FUNCTION randevoo.legacy_chats()
RETURNS TABLE(id bigint, key text, customer_id bigint, customer text, shop text)
LANGUAGE sql STABLE AS $body$
  SELECT g.id, randevoo.legacy_key(g.legacy_id, 'messengers', g.id, g.created_at), u.id, u.key,
    s.key
  FROM randevoo.groups g
    JOIN randevoo.legacy_people() u ON u.id = g.customer_id
    JOIN randevoo.legacy_shops() s ON s.id = g.store_id
$body$;

COMMENT ON FUNCTION randevoo.legacy_chats() IS
'Chats that are written out, with the ids of their documents, of customer and store.';
