CREATE OR REPLACE FUNCTION randevoo.heal_sign_ins() RETURNS void LANGUAGE sql
AS $body$
  INSERT INTO randevoo.identities (provider, provider_id, user_id, is_uid, created_at)
  SELECT l.provider, l.uid, u.id, TRUE, coalesce(l.created_at, now())
  FROM randevoo.legacy_sign_ins l JOIN randevoo.users u ON u.legacy_id = l.account
  WHERE l.provider IN ('google', 'facebook') AND NOT u.is_erased
  ON CONFLICT (provider, provider_id) DO NOTHING;
$body$;

COMMENT ON FUNCTION randevoo.heal_sign_ins() IS
'Part of heal: makes identities of the uids by which the former app knew people. Who was erased has
none.';
