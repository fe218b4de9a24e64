CREATE OR REPLACE FUNCTION buckit.item_remove(
  actor bigint, bucket bigint, activity bigint, at timestamptz)
RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, buckit, pg_temp AS $body$
BEGIN
  PERFORM buckit.user_admit(actor, FALSE, at);
  PERFORM buckit.row_require('buckit.buckets', 'owner_id', bucket, actor);
  DELETE FROM buckit.bucket_items i WHERE i.bucket_id = bucket AND i.activity_id = activity;
END
$body$;

COMMENT ON FUNCTION buckit.item_remove IS
'Takes an activity, or its tombstone, out of the owner''s bucket; nothing happens if it is not in
it. BK003 if the bucket is another''s.';

GRANT EXECUTE ON FUNCTION buckit.item_remove TO buckit_app;
