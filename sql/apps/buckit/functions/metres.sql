CREATE OR REPLACE FUNCTION buckit.metres(
  latitude double precision, longitude double precision,
  other_latitude double precision, other_longitude double precision)
RETURNS double precision
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $body$
  SELECT 2 * 6371008.8 * asin(least(1, sqrt(
    sin(radians(other_latitude - latitude) / 2) ^ 2
    + cos(radians(latitude)) * cos(radians(other_latitude))
      * sin(radians(other_longitude - longitude) / 2) ^ 2)))
$body$;

COMMENT ON FUNCTION buckit.metres IS
'Metres between two positions on a sphere (haversine): right at the poles and across the
antimeridian.';
