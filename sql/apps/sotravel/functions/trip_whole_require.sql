CREATE OR REPLACE FUNCTION sotravel.trip_whole_require(
  title text, place text, starts_at timestamptz, ends_at timestamptz, image_url text) RETURNS void
LANGUAGE plpgsql IMMUTABLE AS $body$
BEGIN
  PERFORM sotravel.text_require('title', title, 200), sotravel.text_require('place', place, 200),
    sotravel.times_require(starts_at, ends_at),
    sotravel.text_require('image_url', image_url, 2000, TRUE);
END
$body$;

COMMENT ON FUNCTION sotravel.trip_whole_require(text, text, timestamptz, timestamptz, text) IS
'Raises ST007 unless a trip is complete.';
