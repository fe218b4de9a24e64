CREATE OR REPLACE FUNCTION buckit.bucket_make(
  actor bigint, title text, photo_url text, at timestamptz)
RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, buckit, pg_temp AS $body$
DECLARE
  bucket bigint;
BEGIN
  PERFORM buckit.user_admit(actor, TRUE, at);
  PERFORM buckit.text_require('title', title, 200),
    buckit.text_require('photo_url', photo_url, 2000, TRUE);
  INSERT INTO buckit.buckets(owner_id, author_id, title, photo_url, created_at)
  VALUES (actor, actor, bucket_make.title, bucket_make.photo_url, at) RETURNING id INTO bucket;
  RETURN bucket;
END
$body$;

COMMENT ON FUNCTION buckit.bucket_make IS
'Makes an empty bucket and returns its id. title: 1 to 200 characters; photo_url: 1 to 2,000, or
NULL for none. Each call makes another one.';

GRANT EXECUTE ON FUNCTION buckit.bucket_make TO buckit_app;
