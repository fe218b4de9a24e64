CREATE OR REPLACE FUNCTION buckit.activity_change(
  actor bigint, activity bigint, title text, description text, photo_url text, place text,
  latitude double precision, longitude double precision, happens_at timestamptz, at timestamptz)
RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, buckit, pg_temp AS $body$
BEGIN
  PERFORM buckit.user_admit(actor, TRUE, at);
  PERFORM buckit.activity_whole_require(title, description, photo_url, place, latitude,
    longitude, happens_at);
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
'Changes what the author''s own activity says, all of it, which has to be complete from then on: see
activity_post for what each argument takes. happens_at may have passed: then it leaves map, listing,
trending and search. BK003 if it is another''s, BK005 for a tombstone.';

GRANT EXECUTE ON FUNCTION buckit.activity_change TO buckit_app;
