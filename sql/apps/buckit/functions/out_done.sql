CREATE OR REPLACE FUNCTION buckit.out_done() RETURNS TABLE(path text[], document jsonb)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, buckit, pg_temp
AS $body$
  SELECT DISTINCT ARRAY['users', u.legacy_id, 'Completed', a.legacy_id], to_jsonb(TRUE)
  FROM buckit.bucket_items i JOIN buckit.buckets b ON b.id = i.bucket_id
    JOIN buckit.users u ON u.id = b.owner_id AND u.username <> 'erased-' || u.id
    JOIN buckit.activities a ON a.id = i.activity_id
    JOIN buckit.out_activities() o ON o.path[2] = a.legacy_id
  WHERE i.done_at IS NOT NULL
$body$;

COMMENT ON FUNCTION buckit.out_done() IS
'For reeve move --out: what people have done.';
