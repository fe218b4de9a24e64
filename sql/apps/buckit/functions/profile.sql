CREATE OR REPLACE FUNCTION buckit.profile(who bigint, at timestamptz)
RETURNS TABLE(
  username text, name text, photo_url text, buckets bigint, completed bigint, followers bigint,
  following bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, buckit, pg_temp AS $body$
  SELECT buckit.moment_require('at', at);
  SELECT u.username, u.name, u.photo_url,
    (SELECT count(*) FROM buckit.buckets b
      WHERE b.owner_id = u.id AND (b.hidden_until > at) IS NOT TRUE),
    (SELECT count(*) FROM buckit.buckets b JOIN buckit.bucket_items i ON i.bucket_id = b.id
      WHERE b.owner_id = u.id AND i.done_at IS NOT NULL),
    (SELECT count(*) FROM buckit.follows f WHERE f.followed_id = u.id AND NOT EXISTS (
      SELECT FROM buckit.users o WHERE o.id = f.follower_id AND o.blocked_until > at)),
    (SELECT count(*) FROM buckit.follows f WHERE f.follower_id = u.id AND NOT EXISTS (
      SELECT FROM buckit.users o WHERE o.id = f.followed_id AND o.blocked_until > at))
  FROM buckit.users u WHERE u.id = who AND (u.blocked_until > at) IS NOT TRUE
$body$;

COMMENT ON FUNCTION buckit.profile(bigint, timestamptz) IS
'A person''s profile with its counts, counted now: buckets, none hidden; completed, the activities
in them that are done; followers and following, nobody who is blocked. No row for somebody who is
blocked or unknown. What was done stays done when its activity is banned. photo_url is NULL until
user_activate.';

GRANT EXECUTE ON FUNCTION buckit.profile(bigint, timestamptz) TO buckit_app;
