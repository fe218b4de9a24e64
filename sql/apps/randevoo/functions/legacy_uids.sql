CREATE OR REPLACE FUNCTION randevoo.legacy_uids()
RETURNS TABLE(uid text, user_id bigint, provider text, created_at timestamptz, is_disabled boolean)
LANGUAGE sql STABLE AS $body$
  (SELECT DISTINCT ON (i.provider_id) i.provider_id, u.id, i.provider, i.created_at, i.was_disabled
  FROM randevoo.identities i JOIN randevoo.users u ON u.id = i.user_id AND NOT u.is_erased
  WHERE i.is_uid
  ORDER BY i.provider_id, i.provider = u.provider DESC, i.provider)
  UNION ALL
  (SELECT DISTINCT ON (u.id) left(md5(i.provider || '/' || i.provider_id), 28), u.id, i.provider,
    i.created_at, i.was_disabled
  FROM randevoo.identities i JOIN randevoo.users u ON u.id = i.user_id AND NOT u.is_erased
  WHERE NOT EXISTS (SELECT FROM randevoo.identities o WHERE o.user_id = u.id AND o.is_uid)
  ORDER BY u.id, i.provider = u.provider DESC, i.provider, i.provider_id)
$body$;

COMMENT ON FUNCTION randevoo.legacy_uids() IS
'The uids by which the former app knew people, each once; of who came since one of 28 letters and
digits, made of their first sign-in.';
