CREATE OR REPLACE FUNCTION lode.at_require(at timestamptz) RETURNS boolean
LANGUAGE sql IMMUTABLE AS $body$
  SELECT lode.require(at >= '1970-01-01 00:00+00' AND at < '9999-01-01 00:00+00',
    'at is a moment of the years 1970 to 9998')
$body$;

COMMENT ON FUNCTION lode.at_require(timestamptz) IS
'Raises LD002 unless this is a moment with which a function can compute.';
