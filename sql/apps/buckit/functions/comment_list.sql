CREATE OR REPLACE FUNCTION buckit.comment_list(activity bigint, at timestamptz)
RETURNS TABLE(comment bigint, author bigint, body text, written_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, buckit, pg_temp AS $body$
  SELECT buckit.moment_require('at', at);
  SELECT c.id, c.author_id, c.body, c.written_at
  FROM buckit.comments c JOIN buckit.activities a ON a.id = c.activity_id
  WHERE c.activity_id = activity AND (c.hidden_until > at) IS NOT TRUE
    AND a.deleted_at IS NULL AND (a.hidden_until > at) IS NOT TRUE
  ORDER BY c.written_at, c.id
$body$;

COMMENT ON FUNCTION buckit.comment_list(bigint, timestamptz) IS
'All comments on an activity that are not hidden, the oldest first; no row on a tombstone or where
there is no activity.';

GRANT EXECUTE ON FUNCTION buckit.comment_list(bigint, timestamptz) TO buckit_app;
