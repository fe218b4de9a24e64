CREATE OR REPLACE FUNCTION buckit.out_accounts() RETURNS TABLE(path text[], document jsonb)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, buckit, pg_temp
AS $body$
  SELECT ARRAY['users', u.legacy_id], jsonb_strip_nulls(jsonb_build_object('localId', u.legacy_id,
    'email', u.email, 'displayName', u.name,
    'createdAt', floor(extract(epoch FROM u.created_at) * 1000)::bigint::text,
    'disabled', u.was_disabled OR coalesce(u.blocked_until > now(), FALSE),
    'providerUserInfo', coalesce((
      SELECT jsonb_agg(jsonb_build_object('providerId', CASE i.provider WHEN 'email' THEN 'password'
          ELSE i.provider || '.com' END, 'rawId', i.provider_id) ORDER BY i.provider, i.provider_id)
      FROM buckit.identities i WHERE i.user_id = u.id), '[]')))
  FROM buckit.users u WHERE u.username <> 'erased-' || u.id
$body$;

COMMENT ON FUNCTION buckit.out_accounts() IS
'For reeve move --out: the accounts of people, without passwords; who is banned is disabled.';
