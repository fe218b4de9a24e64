CREATE OR REPLACE FUNCTION buckit.item_done(
  actor bigint, bucket bigint, activity bigint, is_done boolean, at timestamptz)
RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, buckit, pg_temp AS $body$
BEGIN
  PERFORM buckit.user_admit(actor, FALSE, at);
  PERFORM buckit.argument_require('is_done', is_done IS NOT NULL, 'true or false');
  PERFORM buckit.row_require('buckit.buckets', 'owner_id', bucket, actor);
  UPDATE buckit.bucket_items i SET done_at = CASE WHEN is_done THEN coalesce(i.done_at, at) END
  WHERE i.bucket_id = bucket AND i.activity_id = activity;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'activity % is not in bucket %', activity, bucket USING ERRCODE = 'BK001';
  END IF;
END
$body$;

COMMENT ON FUNCTION buckit.item_done IS
'Says that the owner did an activity of their bucket at that moment, or with is_done false that they
did not. Saying it again keeps the first time; false clears it. A tombstone may be done, too. BK001
if it is not in the bucket, BK003 if the bucket is another''s.';

GRANT EXECUTE ON FUNCTION buckit.item_done TO buckit_app;
