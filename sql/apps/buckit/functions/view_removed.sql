CREATE OR REPLACE FUNCTION buckit.view_removed(key text)
RETURNS TABLE(activity text, bucket text, title text, done_at timestamptz)
LANGUAGE sql STABLE AS $body$
  SELECT 'activity:' || a.id, 'bucket:' || b.id, b.title, i.done_at
  FROM buckit.buckets b
    JOIN buckit.bucket_items i ON i.bucket_id = b.id
    JOIN buckit.activities a ON a.id = i.activity_id
  WHERE b.owner_id = view_removed.key::bigint
    AND (a.deleted_at IS NOT NULL OR a.hidden_until > statement_timestamp())
  ORDER BY b.id, a.id
$body$;

COMMENT ON FUNCTION buckit.view_removed(text) IS
'For the back office: tombstones in somebody''s buckets, and when they did those.';
