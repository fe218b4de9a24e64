CREATE OR REPLACE FUNCTION randevoo.view_disabled_products()
RETURNS TABLE(product text, name text, store text)
LANGUAGE sql STABLE
AS $body$
  SELECT 'product:' || p.id, p.name, 'store:' || p.store_id
  FROM randevoo.products p
  WHERE p.was_banned AND p.deleted_at IS NULL AND (p.hidden_until > now()) IS NOT TRUE
  ORDER BY p.id
$body$;

COMMENT ON FUNCTION randevoo.view_disabled_products() IS
'For the back office: products that the former app had banned, and that are not banned here, by
themselves or with their stores.';
