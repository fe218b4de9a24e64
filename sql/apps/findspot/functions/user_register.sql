CREATE OR REPLACE FUNCTION findspot.user_register(
  uid text, email text, nickname text, at timestamptz) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, findspot, pg_temp AS $body$
#variable_conflict use_column
DECLARE
  known bigint;
BEGIN
  INSERT INTO findspot.users AS u (uid, email, nickname, created_at, is_new)
  VALUES (user_register.uid, user_register.email, user_register.nickname, at, TRUE)
  ON CONFLICT (uid) DO UPDATE SET nickname = coalesce(u.nickname, excluded.nickname)
  RETURNING u.id INTO known;
  PERFORM findspot.user_admit(known, at);
  RETURN known;
END
$body$;

COMMENT ON FUNCTION findspot.user_register(text, text, text, timestamptz) IS
'Returns the user of a sign-in account, made now if it is new; FS002 if that one is blocked.';

GRANT EXECUTE ON FUNCTION findspot.user_register(text, text, text, timestamptz) TO findspot_app;
