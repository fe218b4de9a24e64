CREATE OR REPLACE FUNCTION randevoo.out_providers() RETURNS TABLE(path text[], document jsonb)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, randevoo, pg_temp AS $body$
  SELECT ARRAY['providers', l.uid], jsonb_build_object('id', l.uid, 'userId', p.key,
    'name', initcap(l.provider), 'email', coalesce(u.email, ''),
    'createdAt', randevoo.legacy_written(l.created_at), 'isCurrent', l.provider = u.provider)
  FROM (
    SELECT i.uid, i.user_id, i.provider, i.created_at FROM randevoo.legacy_uids() i
    UNION ALL
    -- Of providers by which nobody signs in here.
    SELECT s.uid, o.id, s.provider, s.created_at
    FROM randevoo.legacy_sign_ins s JOIN randevoo.users o ON o.legacy_id = s.account
    WHERE s.provider NOT IN ('google', 'facebook')) l
    JOIN randevoo.users u ON u.id = l.user_id
    JOIN randevoo.legacy_people() p ON p.id = u.id
$body$;

COMMENT ON FUNCTION randevoo.out_providers() IS
'For reeve move --out: whose uid is whose, by documents of providers.';
