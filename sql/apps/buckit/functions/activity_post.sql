CREATE OR REPLACE FUNCTION buckit.activity_post(
  actor bigint, title text, description text, photo_url text, place text,
  latitude double precision, longitude double precision, happens_at timestamptz, at timestamptz)
RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, buckit, pg_temp AS $body$
DECLARE
  activity bigint;
BEGIN
  PERFORM buckit.user_admit(actor, TRUE, at);
  PERFORM buckit.activity_whole_require(title, description, photo_url, place, latitude,
    longitude, happens_at);
  PERFORM buckit.argument_require('happens_at', happens_at > at, 'a time to come');
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
'Posts an activity and returns its id. It has to be complete: title, 1 to 200 characters;
description, 1 to 10,000; photo_url, 1 to 2,000; place, its name, 1 to 200; latitude, -90 to 90;
longitude, -180 to 180; happens_at, after at. None may be NULL: BK007. Each call posts another
one.';

GRANT EXECUTE ON FUNCTION buckit.activity_post TO buckit_app;
