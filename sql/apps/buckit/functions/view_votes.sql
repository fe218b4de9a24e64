CREATE OR REPLACE FUNCTION buckit.view_votes(key text)
RETURNS TABLE(activity text, title text, value smallint, voted_at timestamptz, counts boolean)
LANGUAGE sql STABLE AS $body$
  SELECT 'activity:' || a.id, a.title, v.value,
    v.voted_at, (v.void_until > statement_timestamp()) IS NOT TRUE
  FROM buckit.votes v JOIN buckit.activities a ON a.id = v.activity_id
  WHERE v.user_id = view_votes.key::bigint
  ORDER BY v.voted_at DESC, a.id
$body$;

COMMENT ON FUNCTION buckit.view_votes(text) IS
'For the back office: somebody''s votes, newest first, and whether each counts.';
