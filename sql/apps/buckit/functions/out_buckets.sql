CREATE OR REPLACE FUNCTION buckit.out_buckets() RETURNS TABLE(path text[], document jsonb)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, buckit, pg_temp
AS $body$
  SELECT ARRAY['BuckIts', b.legacy_id], jsonb_strip_nulls(jsonb_build_object(
    'buckitID', b.legacy_id, 'userID', u.legacy_id, 'title', b.title, 'pathToImage', b.photo_url))
  FROM buckit.buckets b JOIN buckit.users u ON u.id = b.owner_id AND u.username <> 'erased-' || u.id
  WHERE b.legacy_id !~ '^completed/'
$body$;

COMMENT ON FUNCTION buckit.out_buckets() IS
'For reeve move --out: lists, but for those that heal() made of what people had done.';
