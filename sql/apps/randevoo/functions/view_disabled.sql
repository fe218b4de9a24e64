CREATE OR REPLACE FUNCTION randevoo.view_disabled()
RETURNS TABLE("user" text, name text, why text, created_at timestamptz)
LANGUAGE sql STABLE
AS $body$
  SELECT 'user:' || u.id, btrim(u.first_name || ' ' || u.last_name),
    concat_ws(', ', CASE WHEN u.was_banned THEN 'banned' END,
      CASE WHEN i.was_disabled THEN 'account disabled' END), u.created_at
  FROM randevoo.users u
    CROSS JOIN LATERAL (SELECT EXISTS (SELECT FROM randevoo.identities o
      WHERE o.user_id = u.id AND o.was_disabled)) i(was_disabled)
  WHERE (u.was_banned OR i.was_disabled) AND NOT u.is_erased
    AND (u.blocked_until > now()) IS NOT TRUE
  ORDER BY u.id
$body$;

COMMENT ON FUNCTION randevoo.view_disabled() IS
'For the back office: users whom the former app had banned, or whose accounts the sign-in provider
had disabled, and who are not banned here.';
