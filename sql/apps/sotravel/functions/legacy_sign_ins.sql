CREATE OR REPLACE FUNCTION sotravel.legacy_sign_ins()
RETURNS TABLE(user_id bigint, provider text, provider_id text, handle text, is_typed boolean)
LANGUAGE sql STABLE AS $body$
  SELECT l.user_id, 'telegram', l.telegram_id, left(l.telegram_name, 64), FALSE
  FROM sotravel.legacy_users l WHERE l.telegram_id IS NOT NULL
  UNION ALL
  SELECT l.user_id, 'email', l.email, NULL, l.telegram_id IS NOT NULL
  FROM sotravel.legacy_users l WHERE l.email IS NOT NULL
$body$;

COMMENT ON FUNCTION sotravel.legacy_sign_ins() IS
'How people signed in to the former service: by Telegram or by e-mail. is_typed: the address of
somebody who signs in by Telegram, who typed it; it may be somebody else''s.';
