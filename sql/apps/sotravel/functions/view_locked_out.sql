CREATE OR REPLACE FUNCTION sotravel.view_locked_out()
RETURNS TABLE("user" text, name text, created_at timestamptz)
LANGUAGE sql STABLE
AS $body$
  SELECT 'user:' || u.id, u.name, u.created_at
  FROM sotravel.users u
  WHERE u.legacy_digest IS DISTINCT FROM 'erased'
    AND NOT EXISTS (SELECT FROM sotravel.identities i WHERE i.user_id = u.id)
  ORDER BY u.id
$body$;

COMMENT ON FUNCTION sotravel.view_locked_out() IS
'For the back office: users without a way to sign in.';
