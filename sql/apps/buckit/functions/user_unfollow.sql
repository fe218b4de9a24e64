CREATE OR REPLACE FUNCTION buckit.user_unfollow(actor bigint, other bigint, at timestamptz)
RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, buckit, pg_temp AS $body$
BEGIN
  PERFORM buckit.user_admit(actor, FALSE, at);
  DELETE FROM buckit.follows f WHERE f.follower_id = actor AND f.followed_id = other;
END
$body$;

COMMENT ON FUNCTION buckit.user_unfollow IS
'Follows somebody no longer; nothing happens if they did not.';

GRANT EXECUTE ON FUNCTION buckit.user_unfollow TO buckit_app;
