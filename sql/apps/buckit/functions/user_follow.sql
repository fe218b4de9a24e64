CREATE OR REPLACE FUNCTION buckit.user_follow(actor bigint, other bigint, at timestamptz)
RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, buckit, pg_temp AS $body$
#variable_conflict use_column
BEGIN
  PERFORM buckit.user_admit(actor, FALSE, at);
  IF actor = other THEN
    RAISE EXCEPTION 'nobody follows themselves' USING ERRCODE = 'BK007';
  ELSIF NOT EXISTS (SELECT FROM buckit.users u
    WHERE u.id = other AND (u.blocked_until > at) IS NOT TRUE) THEN
    RAISE EXCEPTION 'there is nobody to follow as user %', other USING ERRCODE = 'BK005';
  END IF;
  INSERT INTO buckit.follows(follower_id, followed_id, followed_at) VALUES (actor, other, at)
  ON CONFLICT ON CONSTRAINT follows_pkey DO NOTHING;
END
$body$;

COMMENT ON FUNCTION buckit.user_follow IS
'Follows somebody; nothing happens if they do so already. BK005 if the other is blocked.';

GRANT EXECUTE ON FUNCTION buckit.user_follow TO buckit_app;
