CREATE OR REPLACE FUNCTION sotravel.place_require(
  latitude double precision, longitude double precision) RETURNS void
LANGUAGE plpgsql IMMUTABLE AS $body$
BEGIN
  -- NaN is greater than every number. The square of one that is closer to 0, but not 0, underflows.
  IF (latitude BETWEEN -90 AND 90 AND longitude BETWEEN -180 AND 180
    AND (latitude = 0 OR abs(latitude) > 1e-30) AND (longitude = 0 OR abs(longitude) > 1e-30))
    IS NOT TRUE
  THEN
    RAISE EXCEPTION 'a latitude is -90 to 90, a longitude -180 to 180' USING ERRCODE = 'ST007';
  END IF;
END
$body$;

COMMENT ON FUNCTION sotravel.place_require IS
'Raises ST007 unless the place is on earth; the message does not repeat it, so that no log has a
position.';
