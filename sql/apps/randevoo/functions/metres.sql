CREATE OR REPLACE FUNCTION randevoo.metres(
  latitude double precision, longitude double precision,
  other_latitude double precision, other_longitude double precision)
RETURNS double precision
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $body$
  SELECT 2 * 6371008.8 * asin(least(1, sqrt(
    sin(radians(other_latitude - latitude) / 2) ^ 2
    + cos(radians(latitude)) * cos(radians(other_latitude))
      * sin(radians(other_longitude - longitude) / 2) ^ 2)))
$body$;

COMMENT ON FUNCTION randevoo.metres IS
'Metres between two places on a sphere (haversine), within 0.6 % of the earth''s own shape.';
