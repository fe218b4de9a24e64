CREATE OR REPLACE FUNCTION buckit.activity_change(
  actor bigint, activity bigint, title text, description text, photo_url text, place text,
  latitude double precision, longitude double precision, happens_at timestamptz, at timestamptz)
RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, buckit, pg_temp AS $body$
#variable_conflict use_column
BEGIN
  PERFORM buckit.user_admit(actor, TRUE, at);
  PERFORM buckit.row_require('buckit.activities', 'author_id', activity, actor);
  PERFORM buckit.activity_require(activity, at);
  UPDATE buckit.activities a SET title = activity_change.title,
    description = activity_change.description, photo_url = activity_change.photo_url,
    place = activity_change.place, latitude = activity_change.latitude,
    longitude = activity_change.longitude, happens_at = activity_change.happens_at,
    is_legacy = FALSE
  WHERE a.id = activity;
END
$body$;

COMMENT ON FUNCTION buckit.activity_change IS
'Changes what an activity says, which has to be complete from then on. BK005 for a tombstone.';

GRANT EXECUTE ON FUNCTION buckit.activity_change TO buckit_app;
