CREATE OR REPLACE FUNCTION reeve.earth_boxes(latitude float8, longitude float8, within float8)
RETURNS TABLE(south float8, north float8, west float8, east float8)
LANGUAGE plpgsql IMMUTABLE ROWS 1 SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  -- In radians, on a sphere of the earth's mean radius; and a margin in degrees for rounding.
  angle constant float8 := within / 6371008.8;
  slack constant float8 := 1e-7;
  reach float8;
BEGIN
  south := greatest(-90, latitude - degrees(angle) - slack);
  north := least(90, latitude + degrees(angle) + slack);
  IF south = -90 OR north = 90 OR sin(angle) >= cos(radians(latitude)) THEN
    -- It contains a pole, so all meridians.
    west := -180;
    east := 180;
    RETURN NEXT;
    RETURN;
  END IF;
  reach := degrees(asin(sin(angle) / cos(radians(latitude)))) + slack;
  west := greatest(-180, longitude - reach);
  east := least(180, longitude + reach);
  RETURN NEXT;
  -- The part on the other side of the antimeridian.
  IF longitude - reach <= -180 THEN
    west := longitude - reach + 360;
    east := 180;
    RETURN NEXT;
  ELSIF longitude + reach >= 180 THEN
    west := -180;
    east := longitude + reach - 360;
    RETURN NEXT;
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.earth_boxes(float8, float8, float8) IS
  'One or two ranges of degrees that contain everything within so many metres of a position: '
  'whole circles of latitude around a pole, both sides at the antimeridian.';
