CREATE OR REPLACE FUNCTION buckit.item_add(
  actor bigint, bucket bigint, activity bigint, at timestamptz)
RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, buckit, pg_temp AS $body$
BEGIN
  PERFORM buckit.user_admit(actor, FALSE, at);
  PERFORM buckit.row_require('buckit.buckets', 'owner_id', bucket, actor);
  PERFORM buckit.activity_require(activity, at);
  INSERT INTO buckit.bucket_items(bucket_id, activity_id, added_at) VALUES (bucket, activity, at)
  ON CONFLICT ON CONSTRAINT bucket_items_pkey DO NOTHING;
END
$body$;

COMMENT ON FUNCTION buckit.item_add IS
'Puts an activity into the owner''s bucket; nothing happens if it is there. BK003 if the bucket is
another''s, BK005 for a tombstone.';

GRANT EXECUTE ON FUNCTION buckit.item_add TO buckit_app;
