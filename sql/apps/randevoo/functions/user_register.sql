CREATE OR REPLACE FUNCTION randevoo.user_register(
  first_name text, last_name text, provider text, provider_id text,
  email text DEFAULT NULL, phone text DEFAULT NULL, display_name text DEFAULT NULL,
  photo_url text DEFAULT NULL, country text DEFAULT NULL,
  locale text DEFAULT 'en', time_zone text DEFAULT 'UTC') RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, randevoo, pg_temp AS $body$
DECLARE
  known bigint;
BEGIN
  PERFORM randevoo.account_require(user_register.provider, user_register.country),
    randevoo.text_require(user_register.provider_id, 'provider_id', 1, 255);
  -- Who signs up twice at once is one person: the second call sees what the first has made.
  PERFORM pg_advisory_xact_lock(hashtextextended(
    format('randevoo account %s %s', user_register.provider, user_register.provider_id), 0));
  known := (SELECT i.user_id FROM randevoo.identities i
    WHERE i.provider = user_register.provider AND i.provider_id = user_register.provider_id);
  IF known IS NULL THEN
    -- Whoever moved in has a uid of the former app, which is theirs by each provider.
    INSERT INTO randevoo.identities (provider, provider_id, user_id, is_uid)
    SELECT user_register.provider, i.provider_id, i.user_id, TRUE FROM randevoo.identities i
    WHERE i.provider_id = user_register.provider_id AND i.is_uid
    LIMIT 1
    RETURNING user_id INTO known;
  END IF;
  IF known IS NOT NULL THEN
    PERFORM randevoo.user_admit(known, clock_timestamp());
    RETURN known;
  END IF;
  PERFORM randevoo.text_require(user_register.first_name, 'first_name', 1, 100),
    randevoo.text_require(user_register.last_name, 'last_name', 0, 100),
    randevoo.text_require(coalesce(user_register.display_name, ''), 'display_name', 0, 200),
    randevoo.text_require(coalesce(user_register.photo_url, ''), 'photo_url', 0, 2000),
    randevoo.require((char_length(user_register.email) <= 254
      AND user_register.email ~ '^[^@[:space:]]+@[^@[:space:]]+$') IS NOT FALSE,
      'email is an address such as ann@example.org, or NULL'),
    randevoo.require(user_register.locale ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$',
      'locale is a language such as it or pt-BR'),
    randevoo.zone_require(user_register.time_zone);
  IF user_register.phone IS NOT NULL THEN
    PERFORM randevoo.phone_require(user_register.phone);
  END IF;
  INSERT INTO randevoo.users
    (first_name, last_name, display_name, email, phone, photo_url, country, provider, locale,
     time_zone, is_new)
  VALUES
    (user_register.first_name, user_register.last_name, user_register.display_name,
     user_register.email, user_register.phone, user_register.photo_url, user_register.country,
     user_register.provider, user_register.locale,
     user_register.time_zone, TRUE)
  RETURNING id INTO known;
  INSERT INTO randevoo.identities (provider, provider_id, user_id, verified_email, verified_phone)
  VALUES (user_register.provider, user_register.provider_id, known, user_register.email,
    user_register.phone);
  RETURN known;
END
$body$;

COMMENT ON FUNCTION randevoo.user_register IS
'Returns the user of a sign-in account, made now if the account is new; of a known one the other
arguments are passed over, and RN002 if they are blocked. provider: google or facebook; provider_id:
the account''s id there, or the uid that it had in the former app, 1 to 255 characters; first_name:
1 to 100; last_name: up to 100, '''' for none; display_name: up to 200; photo_url: up to 2000;
country: two capital letters; locale: a language such as it or pt-BR, in which they are told things,
or else in English; time_zone: one of time_zones. email, and phone as + and 6 to 15 digits, are
those that the provider has verified; only phone_verify opens stores that have invited a number.';

GRANT EXECUTE ON FUNCTION randevoo.user_register TO randevoo_app;
