CREATE OR REPLACE FUNCTION sotravel.event_whole_require(
  title text, details text, place text, latitude double precision, longitude double precision,
  starts_at timestamptz, ends_at timestamptz) RETURNS void
LANGUAGE plpgsql IMMUTABLE AS $body$
BEGIN
  PERFORM sotravel.text_require('title', title, 200),
    sotravel.text_require('details', nullif(details, ''), 4000, TRUE),
    sotravel.text_require('place', nullif(place, ''), 200, TRUE),
    sotravel.times_require(starts_at, ends_at);
  IF latitude IS NOT NULL OR longitude IS NOT NULL THEN
    PERFORM sotravel.place_require(latitude, longitude);
  END IF;
END
$body$;

COMMENT ON FUNCTION sotravel.event_whole_require(
  text, text, text, double precision, double precision, timestamptz, timestamptz) IS
'Raises ST007 unless an event is complete.';
