CREATE OR REPLACE FUNCTION buckit.view_locked_out()
RETURNS TABLE("user" text, username text, created_at timestamptz)
LANGUAGE sql STABLE
AS $body$
  SELECT 'user:' || u.id, u.username, u.created_at
  FROM buckit.users u
  WHERE u.username <> 'erased-' || u.id
    AND NOT EXISTS (SELECT FROM buckit.identities i WHERE i.user_id = u.id)
  ORDER BY u.id
$body$;

COMMENT ON FUNCTION buckit.view_locked_out() IS
'For the back office: users without a way to sign in, who are known by nothing but the uid that they
had in the former app.';
