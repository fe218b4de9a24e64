CREATE OR REPLACE FUNCTION randevoo.legacy_shops()
RETURNS TABLE(id bigint, key text, owner_id bigint, owner text, is_banned boolean)
LANGUAGE sql STABLE AS $body$
  SELECT s.id, randevoo.legacy_key(s.legacy_id, 'businesses', s.id, s.created_at), s.owner_id,
    u.key, s.was_banned OR coalesce(s.hidden_until > now(), FALSE)
  FROM randevoo.stores s JOIN randevoo.legacy_people() u ON u.id = s.owner_id
$body$;

COMMENT ON FUNCTION randevoo.legacy_shops() IS
'Stores that are written out, with the ids of their documents and of their owners.';
