CREATE OR REPLACE FUNCTION buckit.view_disabled()
RETURNS TABLE("user" text, username text, created_at timestamptz)
LANGUAGE sql STABLE
AS $body$
  SELECT 'user:' || u.id, u.username, u.created_at
  FROM buckit.users u
  WHERE u.was_disabled AND (u.blocked_until > now()) IS NOT TRUE
  ORDER BY u.id
$body$;

COMMENT ON FUNCTION buckit.view_disabled() IS
'For the back office: users whose accounts the sign-in provider had disabled, and who are not banned
here.';
