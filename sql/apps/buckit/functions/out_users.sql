CREATE OR REPLACE FUNCTION buckit.out_users() RETURNS TABLE(path text[], document jsonb)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, buckit, pg_temp
AS $body$
  SELECT ARRAY['users', u.legacy_id], jsonb_strip_nulls(jsonb_build_object('uid', u.legacy_id,
    'username', CASE WHEN u.username ~ '^user-[0-9a-f]{12}$' THEN coalesce(u.legacy_username, '')
      ELSE u.username END,
    'name', u.name, 'email', u.email, 'picture', u.photo_url))
  FROM buckit.users u WHERE u.username <> 'erased-' || u.id
$body$;

COMMENT ON FUNCTION buckit.out_users() IS
'For reeve move --out: people, as the former app had them. Who was erased is left out.';
