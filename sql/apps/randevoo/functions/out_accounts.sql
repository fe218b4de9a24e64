CREATE OR REPLACE FUNCTION randevoo.out_accounts() RETURNS TABLE(path text[], document jsonb)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, randevoo, pg_temp AS $body$
  SELECT ARRAY['users', l.uid], jsonb_strip_nulls(jsonb_build_object('localId', l.uid,
    'email', coalesce(v.email, u.email), 'emailVerified', v.email IS NOT NULL,
    'displayName', coalesce(u.display_name, concat_ws(' ', u.first_name,
      nullif(u.last_name, ''))),
    'createdAt', floor(extract(epoch FROM l.created_at) * 1000)::bigint::text,
    'disabled', l.is_disabled,
    'providerUserInfo', coalesce((
      SELECT jsonb_agg(jsonb_build_object('providerId', i.provider || '.com',
        'rawId', i.provider_id) ORDER BY i.provider, i.provider_id)
      FROM randevoo.identities i WHERE i.user_id = u.id AND NOT i.is_uid AND l.nr = 1), '[]')))
  FROM (SELECT x.*, row_number() OVER (PARTITION BY x.user_id ORDER BY x.uid) AS nr
      FROM randevoo.legacy_uids() x) l
    JOIN randevoo.users u ON u.id = l.user_id
    LEFT JOIN LATERAL (SELECT min(i.verified_email) AS email FROM randevoo.identities i
      WHERE i.user_id = u.id) v ON TRUE
$body$;

COMMENT ON FUNCTION randevoo.out_accounts() IS
'For reeve move --out: the accounts of people at the sign-in provider, without passwords.';
