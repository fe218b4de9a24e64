CREATE OR REPLACE FUNCTION buckit.user_sign_up(
  username text, name text, provider text, provider_id text, email text, at timestamptz)
RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, buckit, pg_temp AS $body$
DECLARE
  who bigint;
BEGIN
  SELECT i.user_id INTO who FROM buckit.identities i
  WHERE i.provider = user_sign_up.provider AND i.provider_id = user_sign_up.provider_id;
  IF NOT FOUND THEN
    -- Whoever moved in is known by the id that the former app had of them, which is no UUID.
    INSERT INTO buckit.identities(provider, provider_id, user_id)
    SELECT user_sign_up.provider, user_sign_up.provider_id, u.id
    FROM buckit.users u
    WHERE u.legacy_id = user_sign_up.provider_id AND u.username <> 'erased-' || u.id
      AND u.legacy_id !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
      AND user_sign_up.provider IN ('email', 'google', 'facebook')
    RETURNING user_id INTO who;
  END IF;
  IF NOT FOUND THEN
    PERFORM buckit.moment_require('at', at), buckit.username_require(username),
      buckit.text_require('name', name, 100), buckit.argument_require('provider',
        provider IN ('email', 'google', 'facebook'), 'email, google or facebook'),
      buckit.text_require('provider_id', provider_id, 255), buckit.argument_require('email',
        email IS NULL OR email ~ '^[^@[:space:]]+@[^@[:space:]]+$' AND char_length(email) <= 254,
        'an e-mail address of at most 254 characters, or NULL');
    INSERT INTO buckit.users(username, name, email, provider, created_at, is_new)
    VALUES (user_sign_up.username, user_sign_up.name, user_sign_up.email, user_sign_up.provider,
      at, TRUE)
    RETURNING id INTO who;
    INSERT INTO buckit.identities(provider, provider_id, user_id)
    VALUES (user_sign_up.provider, user_sign_up.provider_id, who);
  END IF;
  PERFORM buckit.user_admit(who, FALSE, at);
  RETURN who;
EXCEPTION WHEN unique_violation THEN
  -- The account signed up at the same time, or somebody has the username.
  SELECT i.user_id INTO who FROM buckit.identities i
  WHERE i.provider = user_sign_up.provider AND i.provider_id = user_sign_up.provider_id;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the username % is taken', username USING ERRCODE = 'BK006';
  END IF;
  PERFORM buckit.user_admit(who, FALSE, at);
  RETURN who;
END
$body$;

COMMENT ON FUNCTION buckit.user_sign_up IS
'Returns the user of a sign-in account, made now if the account is new: a half account until
user_activate. For a known account the other arguments are ignored and nothing changes: see
user_change. username: 2 to 40 characters, no space, @ or /; name: 1 to 100; provider: email, google
or facebook; provider_id: the account''s id there, or the uid that it had in the former app, 1 to
255; email: an address, or NULL. BK002 if the account''s user is blocked, BK006 if another has the
username, in other letters either.';

GRANT EXECUTE ON FUNCTION buckit.user_sign_up TO buckit_app;
