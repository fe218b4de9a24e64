CREATE OR REPLACE FUNCTION buckit.user_change(
  actor bigint, username text, name text, at timestamptz)
RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, buckit, pg_temp AS $body$
BEGIN
  PERFORM buckit.user_admit(actor, FALSE, at);
  PERFORM buckit.username_require(username), buckit.text_require('name', name, 100);
  UPDATE buckit.users u SET username = user_change.username, name = user_change.name
  WHERE u.id = actor;
EXCEPTION WHEN unique_violation THEN
  RAISE EXCEPTION 'the username % is taken', username USING ERRCODE = 'BK006';
END
$body$;

COMMENT ON FUNCTION buckit.user_change(bigint, text, text, timestamptz) IS
'Changes somebody''s username and name, both, of a half account too: see user_sign_up. BK006 if
another has the username, in other letters either.';

GRANT EXECUTE ON FUNCTION buckit.user_change(bigint, text, text, timestamptz) TO buckit_app;
