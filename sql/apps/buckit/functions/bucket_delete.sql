CREATE OR REPLACE FUNCTION buckit.bucket_delete(actor bigint, bucket bigint, at timestamptz)
RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, buckit, pg_temp AS $body$
BEGIN
  PERFORM buckit.user_admit(actor, FALSE, at);
  PERFORM buckit.row_require('buckit.buckets', 'owner_id', bucket, actor);
  DELETE FROM buckit.buckets b WHERE b.id = bucket;
END
$body$;

COMMENT ON FUNCTION buckit.bucket_delete IS
'Deletes the owner''s bucket with its items; copies of it stay. BK001 if it is gone already, BK003
if it is another''s.';

GRANT EXECUTE ON FUNCTION buckit.bucket_delete TO buckit_app;
