CREATE OR REPLACE FUNCTION findspot.out_accounts() RETURNS TABLE(path text[], document jsonb)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, findspot, pg_temp
AS $body$
  SELECT ARRAY['users', u.uid], jsonb_strip_nulls(jsonb_build_object('localId', u.uid,
    'email', u.email, 'createdAt', floor(extract(epoch FROM u.created_at) * 1000)::bigint::text,
    'disabled', u.was_disabled OR coalesce(u.blocked_until > now(), FALSE)))
  FROM findspot.users u WHERE u.uid <> 'erased-' || u.id
$body$;

COMMENT ON FUNCTION findspot.out_accounts() IS
'For reeve move --out: the accounts of people, without passwords; who is banned is disabled.';
