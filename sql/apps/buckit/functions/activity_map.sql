CREATE OR REPLACE FUNCTION buckit.activity_map(
  south double precision, west double precision, north double precision, east double precision,
  at timestamptz, max_rows integer DEFAULT 200)
RETURNS TABLE(
  activity bigint, title text, photo_url text, latitude double precision,
  longitude double precision, happens_at timestamptz)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, buckit, pg_temp AS $body$
BEGIN
  PERFORM buckit.moment_require('at', at), buckit.page_require(max_rows),
    buckit.place_require(south, west), buckit.place_require(north, east);
  IF south > north THEN
    RAISE EXCEPTION 'the south of a map is not north of its north' USING ERRCODE = 'BK007';
  END IF;
  RETURN QUERY
    SELECT a.id, a.title, a.photo_url, a.latitude, a.longitude, a.happens_at
    FROM buckit.activity_shown(activity_map.at) a
    WHERE a.latitude BETWEEN south AND north
      AND CASE WHEN west <= east THEN a.longitude BETWEEN west AND east
        ELSE a.longitude >= west OR a.longitude <= east END
    ORDER BY a.id DESC LIMIT least(max_rows, 500);
END
$body$;

COMMENT ON FUNCTION buckit.activity_map(
  double precision, double precision, double precision, double precision, timestamptz, integer) IS
'Activities in a part of the map, in degrees, the newest first, at most max_rows (200 by default,
never more than 500). Only those that activity_listing shows and that have coordinates. A map whose
west is east of its east crosses the antimeridian. BK007 for a corner off the earth, or a south that
is north of the north.';

GRANT EXECUTE ON FUNCTION buckit.activity_map(
  double precision, double precision, double precision, double precision, timestamptz, integer)
  TO buckit_app;
