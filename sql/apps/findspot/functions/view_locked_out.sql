CREATE OR REPLACE FUNCTION findspot.view_locked_out()
RETURNS TABLE("user" text, nickname text, created_at timestamptz)
LANGUAGE sql STABLE
AS $body$
  SELECT 'user:' || u.id, u.nickname, u.created_at
  FROM findspot.users u
  WHERE u.email IS NULL AND u.uid <> 'erased-' || u.id
  ORDER BY u.id
$body$;

COMMENT ON FUNCTION findspot.view_locked_out() IS
'For the back office: users without an e-mail address, by which people sign in; no account of the
sign-in provider has their uid.';
