CREATE OR REPLACE FUNCTION findspot.distance(
  from_latitude double precision, from_longitude double precision,
  to_latitude double precision, to_longitude double precision) RETURNS double precision
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN 12742017.6 * asin(sqrt(least(1,
  sin(radians(to_latitude - from_latitude) / 2) ^ 2
  + cos(radians(from_latitude)) * cos(radians(to_latitude))
    * sin(radians(to_longitude - from_longitude) / 2) ^ 2)));

COMMENT ON FUNCTION findspot.distance(
  double precision, double precision, double precision, double precision) IS
'Metres between two positions in degrees, on a sphere of the earth''s mean radius (haversine).';
