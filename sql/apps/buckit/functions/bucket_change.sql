CREATE OR REPLACE FUNCTION buckit.bucket_change(
  actor bigint, bucket bigint, title text, photo_url text, at timestamptz)
RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, buckit, pg_temp AS $body$
BEGIN
  PERFORM buckit.user_admit(actor, TRUE, at);
  PERFORM buckit.text_require('title', title, 200),
    buckit.text_require('photo_url', photo_url, 2000, TRUE);
  PERFORM buckit.row_require('buckit.buckets', 'owner_id', bucket, actor);
  UPDATE buckit.buckets b SET title = bucket_change.title, photo_url = bucket_change.photo_url,
    author_id = actor, origin_id = NULL
  WHERE b.id = bucket AND (b.hidden_until > at) IS NOT TRUE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'bucket % is hidden', bucket USING ERRCODE = 'BK005';
  END IF;
END
$body$;

COMMENT ON FUNCTION buckit.bucket_change IS
'Gives the owner''s bucket another title, 1 to 200 characters, and another photo, 1 to 2,000 or NULL
for none; both are the owner''s own from then on, of a copy too. BK003 if it is another''s, BK005
while it is hidden: a ban is not undone by its owner.';

GRANT EXECUTE ON FUNCTION buckit.bucket_change TO buckit_app;
