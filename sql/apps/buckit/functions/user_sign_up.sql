CREATE OR REPLACE FUNCTION buckit.user_sign_up(
  username text, name text, provider text, provider_id text, email text, at timestamptz)
RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, buckit, pg_temp AS $body$
#variable_conflict use_column
DECLARE
  who bigint := (SELECT i.user_id FROM buckit.identities i
    WHERE i.provider = user_sign_up.provider AND i.provider_id = user_sign_up.provider_id);
BEGIN
  IF who IS NOT NULL THEN
    PERFORM buckit.user_admit(who, FALSE, at);
    RETURN who;
  END IF;
  INSERT INTO buckit.users(username, name, email, provider, created_at, is_new)
  VALUES (user_sign_up.username, user_sign_up.name, user_sign_up.email, user_sign_up.provider, at,
    TRUE)
  ON CONFLICT (lower(username)) DO NOTHING
  RETURNING id INTO who;
  IF who IS NULL THEN
    RAISE EXCEPTION 'the username % is taken', username USING ERRCODE = 'BK006';
  END IF;
  INSERT INTO buckit.identities(provider, provider_id, user_id)
  VALUES (user_sign_up.provider, user_sign_up.provider_id, who);
  RETURN who;
END
$body$;

COMMENT ON FUNCTION buckit.user_sign_up IS
'Returns the user of a sign-in account, made now if the account is new: a half account until
user_activate. BK002 if the account''s user is blocked, BK006 if the username is taken.';

GRANT EXECUTE ON FUNCTION buckit.user_sign_up TO buckit_app;
