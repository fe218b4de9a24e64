CREATE OR REPLACE FUNCTION buckit.activity_whole_require(
  title text, description text, photo_url text, place text, latitude double precision,
  longitude double precision, happens_at timestamptz) RETURNS void
LANGUAGE plpgsql IMMUTABLE AS $body$
BEGIN
  PERFORM buckit.text_require('title', title, 200),
    buckit.text_require('description', description, 10000),
    buckit.text_require('photo_url', photo_url, 2000), buckit.text_require('place', place, 200),
    buckit.place_require(latitude, longitude), buckit.moment_require('happens_at', happens_at);
END
$body$;

COMMENT ON FUNCTION buckit.activity_whole_require(
  text, text, text, text, double precision, double precision, timestamptz) IS
'Raises BK007 unless an activity is complete.';
