CREATE OR REPLACE FUNCTION buckit.place_require(
  latitude double precision, longitude double precision) RETURNS void
LANGUAGE plpgsql IMMUTABLE AS $body$
BEGIN
  -- NaN is greater than every number. The square of one that is closer to 0, but not 0, underflows.
  IF (latitude BETWEEN -90 AND 90 AND longitude BETWEEN -180 AND 180
    AND (latitude = 0 OR abs(latitude) > 1e-30) AND (longitude = 0 OR abs(longitude) > 1e-30))
    IS NOT TRUE
  THEN
    RAISE EXCEPTION '%, % is not a position on earth', latitude, longitude USING ERRCODE = 'BK007',
      HINT = 'A latitude is -90 to 90, a longitude -180 to 180.';
  END IF;
END
$body$;

COMMENT ON FUNCTION buckit.place_require(double precision, double precision) IS
'Raises BK007 unless the position is on earth.';
