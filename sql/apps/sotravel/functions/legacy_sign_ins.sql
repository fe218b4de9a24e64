CREATE OR REPLACE FUNCTION sotravel.legacy_sign_ins()
RETURNS TABLE(user_id bigint, provider text, provider_id text, handle text)
LANGUAGE sql STABLE AS $body$
  SELECT l.user_id, 'telegram', l.telegram_id, left(l.telegram_name, 64)
  FROM sotravel.legacy_users l WHERE l.telegram_id IS NOT NULL
  UNION ALL
  SELECT l.user_id, 'email', l.email, NULL FROM sotravel.legacy_users l WHERE l.email IS NOT NULL
$body$;

COMMENT ON FUNCTION sotravel.legacy_sign_ins() IS
'How people signed in to the former service: by Telegram, by e-mail, or both.';
