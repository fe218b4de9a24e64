CREATE OR REPLACE FUNCTION buckit.out_items() RETURNS TABLE(path text[], document jsonb)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, buckit, pg_temp
AS $body$
  SELECT o.path || ARRAY['Activities', a.path[2]], to_jsonb(TRUE)
  FROM buckit.out_buckets() o JOIN buckit.buckets b ON b.legacy_id = o.path[2]
    JOIN buckit.bucket_items i ON i.bucket_id = b.id
    JOIN buckit.activities t ON t.id = i.activity_id
    JOIN buckit.out_activities() a ON a.path[2] = t.legacy_id
$body$;

COMMENT ON FUNCTION buckit.out_items() IS
'For reeve move --out: which activities are on which list.';
