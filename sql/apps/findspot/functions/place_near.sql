CREATE OR REPLACE FUNCTION findspot.place_near(
  who bigint, latitude numeric, longitude numeric, within double precision, at timestamptz,
  max_rows integer DEFAULT 50)
RETURNS TABLE(place bigint, name text, city text, distance double precision)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, findspot, pg_temp AS $body$
DECLARE
  high double precision;
  wide double precision;
BEGIN
  PERFORM findspot.user_admit(who, at);
  PERFORM findspot.page_require(max_rows), findspot.position_require(latitude, longitude),
    findspot.argument_require('within', within BETWEEN 0.001 AND 1e9,
      'metres, 0.001 to 1,000,000,000');
  -- As places are kept: of numbers that are closer to 0 the square underflows.
  latitude := round(latitude, 6);
  longitude := round(longitude, 6);
  high := degrees(within / 6371008.8) + 1e-6;
  -- All meridians meet at a pole.
  wide := CASE WHEN abs(place_near.latitude) + high >= 89.9 THEN 360
    ELSE high / cos(radians(abs(place_near.latitude) + high)) END;
  RETURN QUERY
    SELECT p.id, p.name, p.city, d.metres
    FROM findspot.places p
      CROSS JOIN LATERAL findspot.distance(
        place_near.latitude::float8, place_near.longitude::float8,
        p.latitude::float8, p.longitude::float8) d(metres)
    WHERE p.latitude BETWEEN (place_near.latitude - high)::numeric
        AND (place_near.latitude + high)::numeric
      AND (abs(p.longitude - place_near.longitude) <= wide
        OR abs(p.longitude - place_near.longitude) >= 360 - wide)
      AND p.state <> 'lost' AND (p.hidden_until > at) IS NOT TRUE AND d.metres <= within
    ORDER BY d.metres, p.id LIMIT least(max_rows, 500);
END
$body$;

COMMENT ON FUNCTION findspot.place_near(
  bigint, numeric, numeric, double precision, timestamptz, integer) IS
'Places within so many metres of a position in degrees, the nearest first, across the antimeridian
too, with their distance in metres, at most max_rows (50 by default, never more than 500).';

GRANT EXECUTE ON FUNCTION findspot.place_near(
  bigint, numeric, numeric, double precision, timestamptz, integer) TO findspot_app;
