CREATE OR REPLACE FUNCTION sotravel.legacy_user(provider text, provider_id text, email text)
RETURNS bigint LANGUAGE sql STABLE AS $body$
  SELECT k.id FROM (
    SELECT 1 AS place, u.id FROM sotravel.users u
    WHERE u.legacy_id = lower(legacy_user.provider_id) AND u.legacy_digest <> 'erased'
      AND legacy_user.provider IN ('email', 'telegram')
    UNION ALL
    SELECT CASE i.provider_id WHEN lower(legacy_user.provider_id) THEN 2 ELSE 3 END, i.user_id
    FROM sotravel.identities i JOIN sotravel.users u ON u.id = i.user_id
    WHERE legacy_user.provider = 'email' AND i.provider = 'email' AND i.verified_email IS NULL
      AND i.provider_id IN (lower(btrim(legacy_user.provider_id)), lower(legacy_user.email))
      AND u.legacy_digest <> 'erased') k
  ORDER BY k.place LIMIT 1
$body$;

COMMENT ON FUNCTION sotravel.legacy_user(text, text, text) IS
'Who moved in and signs in with the id that the former service had of them, or by e-mail with the
address that it had of nobody else, in whatever letters; NULL if nobody did.';
