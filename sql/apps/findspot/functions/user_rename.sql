CREATE OR REPLACE FUNCTION findspot.user_rename(
  who bigint, nickname text, at timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, findspot, pg_temp AS $body$
BEGIN
  PERFORM findspot.user_admit(who, at);
  PERFORM findspot.text_require('nickname', nickname, 100, TRUE);
  UPDATE findspot.users u SET nickname = user_rename.nickname WHERE u.id = who;
END
$body$;

COMMENT ON FUNCTION findspot.user_rename(bigint, text, timestamptz) IS
'Changes a user''s nickname: 1 to 100 characters, or NULL for none.';

GRANT EXECUTE ON FUNCTION findspot.user_rename(bigint, text, timestamptz) TO findspot_app;
