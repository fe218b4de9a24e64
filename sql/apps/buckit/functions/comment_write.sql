CREATE OR REPLACE FUNCTION buckit.comment_write(
  actor bigint, activity bigint, body text, at timestamptz)
RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, buckit, pg_temp AS $body$
DECLARE
  comment bigint;
BEGIN
  PERFORM buckit.user_admit(actor, TRUE, at);
  PERFORM buckit.text_require('body', body, 2000);
  PERFORM buckit.activity_require(activity, at);
  INSERT INTO buckit.comments(activity_id, author_id, body, written_at)
  VALUES (activity, actor, comment_write.body, at) RETURNING id INTO comment;
  RETURN comment;
END
$body$;

COMMENT ON FUNCTION buckit.comment_write IS
'Comments on an activity, in 1 to 2,000 characters, and returns the comment''s id. BK005 on a
tombstone. Each call adds a comment.';

GRANT EXECUTE ON FUNCTION buckit.comment_write TO buckit_app;
