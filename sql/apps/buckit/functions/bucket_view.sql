CREATE OR REPLACE FUNCTION buckit.bucket_view(viewer bigint, bucket bigint, at timestamptz)
RETURNS TABLE(activity bigint, title text, photo_url text, is_removed boolean, done_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, buckit, pg_temp AS $body$
  SELECT buckit.moment_require('at', at);
  SELECT a.id, CASE WHEN r.is_removed THEN 'removed' ELSE a.title END,
    CASE WHEN NOT r.is_removed THEN a.photo_url END, r.is_removed, i.done_at
  FROM buckit.buckets b
    JOIN buckit.users u ON u.id = b.owner_id
    JOIN buckit.bucket_items i ON i.bucket_id = b.id
    JOIN buckit.activities a ON a.id = i.activity_id
    CROSS JOIN LATERAL (
      SELECT a.deleted_at IS NOT NULL OR (a.hidden_until > at) IS TRUE AS is_removed) r
  WHERE b.id = bucket AND (u.blocked_until > at) IS NOT TRUE
    AND ((b.hidden_until > at) IS NOT TRUE OR viewer = b.owner_id AND b.author_id <> b.owner_id)
  ORDER BY i.added_at, a.id
$body$;

COMMENT ON FUNCTION buckit.bucket_view(bigint, bigint, timestamptz) IS
'What is in a bucket as viewer sees it (NULL for nobody in particular), in the order in which it was
put in: a tombstone in the place of an activity that was banned or deleted, with the owner''s
done_at; past activities as they are. done_at: when the owner did it, NULL if not yet. A tombstone
has the title ''removed'', is_removed, and NULL for the rest but done_at. No row for a bucket that
is empty, hidden, of somebody blocked, or not there: bucket_list tells these apart.';

GRANT EXECUTE ON FUNCTION buckit.bucket_view(bigint, bigint, timestamptz) TO buckit_app;
