CREATE OR REPLACE FUNCTION buckit.user_change(
  actor bigint, username text, name text, at timestamptz)
RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, buckit, pg_temp AS $body$
#variable_conflict use_column
BEGIN
  PERFORM buckit.user_admit(actor, FALSE, at);
  UPDATE buckit.users u SET username = user_change.username, name = user_change.name
  WHERE u.id = actor;
EXCEPTION WHEN unique_violation THEN
  RAISE EXCEPTION 'the username % is taken', username USING ERRCODE = 'BK006';
END
$body$;

COMMENT ON FUNCTION buckit.user_change(bigint, text, text, timestamptz) IS
'Changes somebody''s username and name, of a half account too. BK006 if another has the username, in
other letters either; a check constraint refuses one that is none (23514).';

GRANT EXECUTE ON FUNCTION buckit.user_change(bigint, text, text, timestamptz) TO buckit_app;
