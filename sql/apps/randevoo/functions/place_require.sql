CREATE OR REPLACE FUNCTION randevoo.place_require(
  latitude double precision, longitude double precision) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $body$
  -- Without the numbers: where a customer is comes into no message, and so into no log.
  SELECT randevoo.require(latitude BETWEEN -90 AND 90 AND longitude BETWEEN -180 AND 180,
    'latitude is -90 to 90, longitude -180 to 180')
$body$;

COMMENT ON FUNCTION randevoo.place_require(double precision, double precision) IS
'Raises RN012 unless this is a place on earth, in degrees.';
