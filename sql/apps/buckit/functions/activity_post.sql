CREATE OR REPLACE FUNCTION buckit.activity_post(
  actor bigint, title text, description text, photo_url text, place text,
  latitude double precision, longitude double precision, happens_at timestamptz, at timestamptz)
RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, buckit, pg_temp AS $body$
#variable_conflict use_column
DECLARE
  activity bigint;
BEGIN
  PERFORM buckit.user_admit(actor, TRUE, at);
  IF (happens_at > at) IS NOT TRUE THEN
    RAISE EXCEPTION 'an activity has a date to come' USING ERRCODE = 'BK007';
  END IF;
  INSERT INTO buckit.activities
    (author_id, title, description, photo_url, place, latitude, longitude, happens_at, created_at)
  VALUES (actor, activity_post.title, activity_post.description, activity_post.photo_url,
    activity_post.place, activity_post.latitude, activity_post.longitude,
    activity_post.happens_at, at)
  RETURNING id INTO activity;
  RETURN activity;
END
$body$;

COMMENT ON FUNCTION buckit.activity_post IS
'Posts an activity, which has to be complete and still to come, and returns it.';

GRANT EXECUTE ON FUNCTION buckit.activity_post TO buckit_app;
