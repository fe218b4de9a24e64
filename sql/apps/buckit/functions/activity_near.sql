CREATE OR REPLACE FUNCTION buckit.activity_near(
  lat double precision, lon double precision, within double precision, at timestamptz,
  max_rows integer DEFAULT 50)
RETURNS TABLE(
  activity bigint, title text, photo_url text, place text, latitude double precision,
  longitude double precision, happens_at timestamptz, metres double precision)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, buckit, pg_temp AS $body$
DECLARE
  high double precision;
BEGIN
  PERFORM buckit.moment_require('at', at), buckit.page_require(max_rows),
    buckit.place_require(lat, lon), buckit.argument_require('within',
      within BETWEEN 0.001 AND 1e9, 'metres, 0.001 to 1,000,000,000');
  high := degrees(within / 6371008.8) + 1e-6;
  RETURN QUERY
    SELECT a.id, a.title, a.photo_url, a.place, a.latitude, a.longitude, a.happens_at, d.metres
    FROM buckit.activity_shown(activity_near.at) a
      CROSS JOIN LATERAL (
        SELECT buckit.metres(lat, lon, a.latitude, a.longitude)) d(metres)
    WHERE a.latitude BETWEEN lat - high AND lat + high AND d.metres <= within
    ORDER BY d.metres, a.id LIMIT least(max_rows, 500);
END
$body$;

COMMENT ON FUNCTION buckit.activity_near(
  double precision, double precision, double precision, timestamptz, integer) IS
'Activities within so many metres of a position in degrees, the nearest first, with their distance
in metres, at most max_rows (50 by default, never more than 500). Only those that activity_listing
shows and that have coordinates. BK007 for a position off the earth or no distance.';

GRANT EXECUTE ON FUNCTION buckit.activity_near(
  double precision, double precision, double precision, timestamptz, integer) TO buckit_app;
