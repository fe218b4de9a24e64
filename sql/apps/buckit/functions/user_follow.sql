CREATE OR REPLACE FUNCTION buckit.user_follow(actor bigint, other bigint, at timestamptz)
RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, buckit, pg_temp AS $body$
DECLARE
  blocked timestamptz;
BEGIN
  PERFORM buckit.user_admit(actor, FALSE, at);
  PERFORM buckit.argument_require('other', actor <> other, 'the id of somebody else');
  SELECT u.blocked_until INTO blocked FROM buckit.users u WHERE u.id = other FOR KEY SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'there is no user %', other USING ERRCODE = 'BK001';
  ELSIF blocked > least(at, clock_timestamp()) THEN
    RAISE EXCEPTION 'user % is blocked', other USING ERRCODE = 'BK005';
  END IF;
  INSERT INTO buckit.follows(follower_id, followed_id, followed_at) VALUES (actor, other, at)
  ON CONFLICT ON CONSTRAINT follows_pkey DO NOTHING;
END
$body$;

COMMENT ON FUNCTION buckit.user_follow IS
'Follows somebody; nothing happens if they do so already. BK001 if there is no such person, BK005 if
the other is blocked, BK007 for oneself.';

GRANT EXECUTE ON FUNCTION buckit.user_follow TO buckit_app;
