CREATE OR REPLACE FUNCTION sotravel.user_sign_up(
  provider text, provider_id text, name text, email text DEFAULT NULL, handle text DEFAULT NULL,
  photo_url text DEFAULT NULL, locale text DEFAULT 'en', time_zone text DEFAULT 'UTC',
  at timestamptz DEFAULT now()) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, sotravel, pg_temp AS $body$
DECLARE
  known bigint;
BEGIN
  SELECT i.user_id INTO known FROM sotravel.identities i
  WHERE i.provider = user_sign_up.provider AND i.provider_id = user_sign_up.provider_id;
  IF NOT FOUND THEN
    known := sotravel.legacy_user(provider, provider_id, email);
  END IF;
  IF known IS NULL THEN
    PERFORM sotravel.moment_require('at', at),
      sotravel.person_require(provider, provider_id, email, handle),
      sotravel.text_require('name', name, 100),
      sotravel.text_require('photo_url', photo_url, 2000, TRUE),
      sotravel.argument_require('locale', locale ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$'
        AND char_length(locale) <= 35, 'a language tag such as en or pt-BR'),
      sotravel.time_zone_require(time_zone);
    INSERT INTO sotravel.users (name, email, photo_url, locale, time_zone, created_at, is_new)
    VALUES (user_sign_up.name, user_sign_up.email, user_sign_up.photo_url, user_sign_up.locale,
      user_sign_up.time_zone, at, TRUE)
    RETURNING id INTO known;
    INSERT INTO sotravel.identities (provider, provider_id, user_id, verified_email, handle,
      created_at)
    VALUES (user_sign_up.provider, user_sign_up.provider_id, known, user_sign_up.email,
      user_sign_up.handle, at);
  END IF;
  PERFORM sotravel.user_admit(known, at);
  RETURN known;
EXCEPTION WHEN unique_violation THEN
  -- The account signed up at the same time.
  SELECT i.user_id INTO known FROM sotravel.identities i
  WHERE i.provider = user_sign_up.provider AND i.provider_id = user_sign_up.provider_id;
  PERFORM sotravel.user_admit(known, at);
  RETURN known;
END
$body$;

COMMENT ON FUNCTION sotravel.user_sign_up IS
'Returns the user of a sign-in account, made now if the account is new. For a known account the
other arguments are ignored and nothing changes: see user_change. provider: email or telegram;
provider_id: the account''s id there, or the id of a person who moved in, 1 to 255 characters; name:
1 to 100; email: an address that is verified, or NULL, by which who moved in is known, too; handle:
the name on Telegram, or NULL; photo_url: 1 to 2,000, or NULL; locale: a tag such as pt-BR: notices
come in this language if they are written in it; time_zone: an IANA one, in which notices give
times. ST002 if they are blocked.';

GRANT EXECUTE ON FUNCTION sotravel.user_sign_up TO sotravel_app;
