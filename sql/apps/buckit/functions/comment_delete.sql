CREATE OR REPLACE FUNCTION buckit.comment_delete(actor bigint, comment bigint, at timestamptz)
RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, buckit, pg_temp AS $body$
BEGIN
  PERFORM buckit.user_admit(actor, FALSE, at);
  PERFORM buckit.row_require('buckit.comments', 'author_id', comment, actor);
  DELETE FROM buckit.comments c WHERE c.id = comment;
END
$body$;

COMMENT ON FUNCTION buckit.comment_delete IS
'Deletes a comment of one''s own. BK001 if it is gone already, BK003 if it is another''s.';

GRANT EXECUTE ON FUNCTION buckit.comment_delete TO buckit_app;
