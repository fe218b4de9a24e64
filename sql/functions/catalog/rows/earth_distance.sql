CREATE OR REPLACE FUNCTION reeve.earth_distance(
  lat float8, lon float8, other_lat float8, other_lon float8)
RETURNS float8
LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT 12742017.6 * asin(sqrt(least(1, sin(radians(other_lat - lat) / 2) ^ 2
    + cos(radians(lat)) * cos(radians(other_lat)) * sin(radians(other_lon - lon) / 2) ^ 2)))
$$;

COMMENT ON FUNCTION reeve.earth_distance(float8, float8, float8, float8) IS
  'Metres between two positions by the haversine formula, on a sphere of the earth''s mean '
  'radius, as in app_near.';
