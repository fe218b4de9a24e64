CREATE OR REPLACE FUNCTION buckit.heal_usernames() RETURNS SETOF text LANGUAGE sql
AS $body$
  WITH wish AS (
    SELECT DISTINCT ON (lower(u.legacy_username)) u.id, u.legacy_username
    FROM buckit.users u
    WHERE u.username ~ '^user-[0-9a-f]{12}$'
      AND u.legacy_username ~ '^[^[:space:][:cntrl:]@/]{2,40}$'
      AND lower(u.legacy_username) !~ '^erased-[0-9]+$'
      AND NOT EXISTS (
        SELECT FROM buckit.users o WHERE lower(o.username) = lower(u.legacy_username))
    ORDER BY lower(u.legacy_username), u.created_at, u.id
  )
  UPDATE buckit.users u SET username = coalesce(w.legacy_username, u.username),
    activated_at = CASE WHEN u.photo_url <> '' THEN coalesce(u.activated_at, u.created_at)
      ELSE u.activated_at END
  FROM buckit.users o LEFT JOIN wish w USING (id)
  WHERE o.id = u.id AND (w.id IS NOT NULL OR o.activated_at IS NULL AND o.photo_url <> '');
  SELECT format('user %s is %s now: “%s” is %s', u.id, u.username, u.legacy_username,
    coalesce('user ' || o.id, 'no username here'))
  FROM buckit.users u
    LEFT JOIN buckit.users o ON lower(o.username) = lower(u.legacy_username)
  WHERE u.username ~ '^user-[0-9a-f]{12}$' AND u.legacy_username IS NOT NULL
  ORDER BY u.id
$body$;

COMMENT ON FUNCTION buckit.heal_usernames() IS
'Part of heal: gives people who have not chosen a username since the one that they had, of several
with the same to the first who had an account; and activates who has a photo.';
