CREATE OR REPLACE FUNCTION buckit.bucket_copy(actor bigint, bucket bigint, at timestamptz)
RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, buckit, pg_temp AS $body$
DECLARE
  copied buckit.buckets;
  copy bigint;
BEGIN
  PERFORM buckit.user_admit(actor, TRUE, at);
  SELECT b.* INTO copied
  FROM buckit.buckets b JOIN buckit.users u ON u.id = b.owner_id
  WHERE b.id = bucket AND (b.hidden_until > at) IS NOT TRUE AND (u.blocked_until > at) IS NOT TRUE
  FOR KEY SHARE OF b;
  IF NOT FOUND AND EXISTS (SELECT FROM buckit.buckets b WHERE b.id = bucket) THEN
    RAISE EXCEPTION 'bucket % is hidden', bucket USING ERRCODE = 'BK005';
  ELSIF copied.id IS NULL THEN
    RAISE EXCEPTION 'there is no bucket %', bucket USING ERRCODE = 'BK001';
  ELSIF copied.owner_id = actor THEN
    RAISE EXCEPTION 'bucket % is user %''s own', bucket, actor USING ERRCODE = 'BK003';
  END IF;
  INSERT INTO buckit.buckets(owner_id, author_id, origin_id, title, photo_url, created_at)
  VALUES (actor, copied.author_id, coalesce(copied.origin_id, copied.id), copied.title,
    copied.photo_url, at)
  RETURNING id INTO copy;
  INSERT INTO buckit.bucket_items(bucket_id, activity_id, added_at)
  SELECT copy, i.activity_id, at
  FROM buckit.bucket_items i JOIN buckit.activities a ON a.id = i.activity_id
  WHERE i.bucket_id = bucket AND a.deleted_at IS NULL AND (a.hidden_until > at) IS NOT TRUE;
  RETURN copy;
END
$body$;

COMMENT ON FUNCTION buckit.bucket_copy IS
'Copies a bucket of somebody else and returns the copy''s id: title, photo and the activities that
are not tombstones, none of them done. Remembers where it comes from, so that a ban reaches it.
BK003 for one of one''s own, BK005 for one that is hidden or of somebody blocked. Each call makes
another copy.';

GRANT EXECUTE ON FUNCTION buckit.bucket_copy TO buckit_app;
