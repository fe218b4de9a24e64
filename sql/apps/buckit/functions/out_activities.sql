CREATE OR REPLACE FUNCTION buckit.out_activities() RETURNS TABLE(path text[], document jsonb)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, buckit, pg_temp
AS $body$
  SELECT ARRAY['Activities', a.legacy_id], jsonb_strip_nulls(jsonb_build_object(
    'activityID', a.legacy_id, 'userID', u.legacy_id, 'activityName', a.title,
    'description', a.description, 'pathToImage', a.photo_url, 'locationName', a.place,
    'latitude', a.latitude, 'longitude', a.longitude, 'startDate',
    to_char(a.happens_at AT TIME ZONE 'UTC', 'Mon FMDD, YYYY "at" FMHH12:MI AM')))
  FROM buckit.activities a
    JOIN buckit.users u ON u.id = a.author_id AND u.username <> 'erased-' || u.id
  WHERE a.deleted_at IS NULL
$body$;

COMMENT ON FUNCTION buckit.out_activities() IS
'For reeve move --out: activities that are not deleted, with their times by the clock of UTC.';
