CREATE OR REPLACE FUNCTION sotravel.user_sign_up(
  provider text, provider_id text, name text, email text DEFAULT NULL, handle text DEFAULT NULL,
  photo_url text DEFAULT NULL, locale text DEFAULT 'en', time_zone text DEFAULT 'UTC',
  at timestamptz DEFAULT now()) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, sotravel, pg_temp AS $body$
#variable_conflict use_column
DECLARE
  known bigint := (SELECT i.user_id FROM sotravel.identities i
    WHERE i.provider = user_sign_up.provider AND i.provider_id = user_sign_up.provider_id);
BEGIN
  IF known IS NOT NULL THEN
    PERFORM sotravel.user_admit(known, at);
    RETURN known;
  END IF;
  INSERT INTO sotravel.users (name, email, photo_url, locale, time_zone, created_at, is_new)
  VALUES (user_sign_up.name, user_sign_up.email, user_sign_up.photo_url, user_sign_up.locale,
    user_sign_up.time_zone, at, TRUE)
  RETURNING id INTO known;
  INSERT INTO sotravel.identities (provider, provider_id, user_id, verified_email, handle,
    created_at)
  VALUES (user_sign_up.provider, user_sign_up.provider_id, known, user_sign_up.email,
    user_sign_up.handle, at);
  RETURN known;
END
$body$;

COMMENT ON FUNCTION sotravel.user_sign_up IS
'Returns the user of a sign-in account, made now if the account is new; ST002 if they are blocked.';

GRANT EXECUTE ON FUNCTION sotravel.user_sign_up TO sotravel_app;
