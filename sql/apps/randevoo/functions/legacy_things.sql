CREATE OR REPLACE FUNCTION randevoo.legacy_things()
RETURNS TABLE(id bigint, key text, shop_id bigint, shop text, shop_is_banned boolean)
LANGUAGE sql STABLE AS $body$
  SELECT p.id, randevoo.legacy_key(p.legacy_id, 'products', p.id, p.created_at), s.id, s.key,
    s.is_banned
  FROM randevoo.products p JOIN randevoo.legacy_shops() s ON s.id = p.store_id
$body$;

COMMENT ON FUNCTION randevoo.legacy_things() IS
'Products that are written out, with the ids of their documents and of their stores.';
