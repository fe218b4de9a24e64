CREATE OR REPLACE FUNCTION buckit.bucket_make(
  actor bigint, title text, photo_url text, at timestamptz)
RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, buckit, pg_temp AS $body$
#variable_conflict use_column
DECLARE
  bucket bigint;
BEGIN
  PERFORM buckit.user_admit(actor, TRUE, at);
  INSERT INTO buckit.buckets(owner_id, author_id, title, photo_url, created_at)
  VALUES (actor, actor, bucket_make.title, bucket_make.photo_url, at) RETURNING id INTO bucket;
  RETURN bucket;
END
$body$;

COMMENT ON FUNCTION buckit.bucket_make IS
'Makes an empty bucket and returns it.';

GRANT EXECUTE ON FUNCTION buckit.bucket_make TO buckit_app;
