CREATE OR REPLACE FUNCTION buckit.comment_view(comment bigint, at timestamptz)
RETURNS TABLE(activity bigint, author bigint, body text, written_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, buckit, pg_temp AS $body$
  SELECT buckit.moment_require('at', at);
  SELECT c.activity_id, l.author, l.body, l.written_at
  FROM buckit.comments c
    CROSS JOIN LATERAL buckit.comment_list(c.activity_id, comment_view.at) l
  WHERE c.id = comment_view.comment AND l.comment = c.id
$body$;

COMMENT ON FUNCTION buckit.comment_view(bigint, timestamptz) IS
'One comment, of which changes() tells, and the activity that it is on. No row where comment_list
does not show it.';

GRANT EXECUTE ON FUNCTION buckit.comment_view(bigint, timestamptz) TO buckit_app;
