CREATE OR REPLACE FUNCTION buckit.bucket_list(viewer bigint, owner bigint, at timestamptz)
RETURNS TABLE(bucket bigint, title text, photo_url text, items bigint, done bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, buckit, pg_temp AS $body$
  SELECT buckit.moment_require('at', at);
  SELECT b.id, CASE WHEN h.is_hidden THEN 'removed' ELSE b.title END,
    CASE WHEN NOT h.is_hidden THEN b.photo_url END, n.items, n.done
  FROM buckit.buckets b
    JOIN buckit.users u ON u.id = b.owner_id
    CROSS JOIN LATERAL (SELECT (b.hidden_until > at) IS TRUE AS is_hidden) h
    CROSS JOIN LATERAL (
      SELECT count(*) AS items, count(i.done_at) AS done
      FROM buckit.bucket_items i WHERE i.bucket_id = b.id) n
  WHERE b.owner_id = owner AND (u.blocked_until > at) IS NOT TRUE
    AND (NOT h.is_hidden OR viewer = b.owner_id AND b.author_id <> b.owner_id)
  ORDER BY b.created_at, b.id
$body$;

COMMENT ON FUNCTION buckit.bucket_list(bigint, bigint, timestamptz) IS
'The buckets of owner as viewer sees them (NULL for nobody in particular), the oldest first, with
how many activities are in each, tombstones too, and how many of these are done. A bucket that is
hidden is not listed; but of a copy whose words were banned its owner sees what is in it, with
''removed'' for a title and no photo. No row for an owner who is blocked or unknown.';

GRANT EXECUTE ON FUNCTION buckit.bucket_list(bigint, bigint, timestamptz) TO buckit_app;
