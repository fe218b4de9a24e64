CREATE OR REPLACE FUNCTION randevoo.view_locked_out()
RETURNS TABLE("user" text, created_at timestamptz)
LANGUAGE sql STABLE
AS $body$
  SELECT 'user:' || u.id, u.created_at
  FROM randevoo.users u
  WHERE u.legacy_id IS NOT NULL AND NOT u.is_erased
    AND NOT EXISTS (SELECT FROM randevoo.identities i WHERE i.user_id = u.id)
  ORDER BY u.id
$body$;

COMMENT ON FUNCTION randevoo.view_locked_out() IS
'For the back office: users of the former app without a way to sign in.';
