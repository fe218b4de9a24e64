CREATE OR REPLACE FUNCTION buckit.activity_delete(actor bigint, activity bigint, at timestamptz)
RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, buckit, pg_temp AS $body$
BEGIN
  PERFORM buckit.user_admit(actor, FALSE, at);
  PERFORM buckit.row_require('buckit.activities', 'author_id', activity, actor);
  PERFORM buckit.activity_require(activity, at);
  DELETE FROM buckit.votes v WHERE v.activity_id = activity;
  DELETE FROM buckit.comments c WHERE c.activity_id = activity;
  UPDATE buckit.activities a SET deleted_at = at, title = 'deleted', description = '',
    photo_url = NULL, place = NULL, latitude = NULL, longitude = NULL, happens_at = NULL
  WHERE a.id = activity AND (
    EXISTS (SELECT FROM buckit.bucket_items i WHERE i.activity_id = activity)
    OR EXISTS (SELECT FROM buckit.favourites f WHERE f.activity_id = activity)
    OR EXISTS (SELECT FROM buckit.itinerary_stops s WHERE s.activity_id = activity));
  IF NOT FOUND THEN
    DELETE FROM buckit.activities a WHERE a.id = activity;
  END IF;
END
$body$;

COMMENT ON FUNCTION buckit.activity_delete IS
'Deletes the author''s own activity with its votes and comments. Where it is in a bucket, a
favourite or an itinerary a tombstone stays, without a word of what it said. BK003 if it is
another''s, BK005 for a tombstone.';

GRANT EXECUTE ON FUNCTION buckit.activity_delete TO buckit_app;
