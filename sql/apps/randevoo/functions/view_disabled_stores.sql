CREATE OR REPLACE FUNCTION randevoo.view_disabled_stores()
RETURNS TABLE(store text, name text, owner text)
LANGUAGE sql STABLE
AS $body$
  SELECT 'store:' || s.id, s.name, 'user:' || s.owner_id
  FROM randevoo.stores s JOIN randevoo.users u ON u.id = s.owner_id
  WHERE s.was_banned AND NOT u.is_erased AND (s.hidden_until > now()) IS NOT TRUE
  ORDER BY s.id
$body$;

COMMENT ON FUNCTION randevoo.view_disabled_stores() IS
'For the back office: stores that the former app had banned, and that are not banned here, by
themselves or with their owners.';
