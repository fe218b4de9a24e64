CREATE OR REPLACE FUNCTION findspot.position_require(latitude numeric, longitude numeric)
RETURNS void
LANGUAGE sql IMMUTABLE AS $body$
  SELECT findspot.argument_require('latitude', latitude BETWEEN -90 AND 90,
      'degrees, -90 to 90'),
    findspot.argument_require('longitude', longitude BETWEEN -180 AND 180, 'degrees, -180 to 180')
$body$;

COMMENT ON FUNCTION findspot.position_require(numeric, numeric) IS
'Raises FS005 unless a position is on earth.';
