CREATE OR REPLACE FUNCTION findspot.user_register(
  uid text, email text, nickname text, at timestamptz) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, findspot, pg_temp AS $body$
DECLARE
  known bigint;
BEGIN
  PERFORM findspot.text_require('uid', uid, 255),
    findspot.text_require('nickname', nickname, 100, TRUE);
  IF NOT EXISTS (SELECT FROM findspot.users u WHERE u.uid = user_register.uid) THEN
    PERFORM findspot.moment_require('at', at), findspot.argument_require('email',
      email IS NULL OR email ~ '^[^@[:space:]]+@[^@[:space:]]+$' AND char_length(email) <= 254,
      'an e-mail address of at most 254 characters, or NULL');
  END IF;
  INSERT INTO findspot.users AS u (uid, email, nickname, created_at, is_new)
  VALUES (user_register.uid, user_register.email, user_register.nickname, at, TRUE)
  ON CONFLICT ON CONSTRAINT users_uid_key DO UPDATE
  SET nickname = coalesce(u.nickname, excluded.nickname)
  RETURNING u.id INTO known;
  PERFORM findspot.user_admit(known, at);
  RETURN known;
END
$body$;

COMMENT ON FUNCTION findspot.user_register(text, text, text, timestamptz) IS
'Returns the user of a sign-in account, made now if it is new. uid: the provider''s id of the
account, 1 to 255 characters; email: an address, or NULL; nickname: 1 to 100, or NULL. A known
account keeps its email, and its nickname if it has one: see user_rename. FS002 if it is blocked.';

GRANT EXECUTE ON FUNCTION findspot.user_register(text, text, text, timestamptz) TO findspot_app;
