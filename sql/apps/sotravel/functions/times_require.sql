CREATE OR REPLACE FUNCTION sotravel.times_require(starts_at timestamptz, ends_at timestamptz)
RETURNS void
LANGUAGE plpgsql IMMUTABLE AS $body$
BEGIN
  PERFORM sotravel.moment_require('starts_at', starts_at),
    sotravel.moment_require('ends_at', ends_at),
    sotravel.argument_require('ends_at', starts_at < ends_at, 'a time after starts_at');
END
$body$;

COMMENT ON FUNCTION sotravel.times_require(timestamptz, timestamptz) IS
'Raises ST007 unless an end comes after its start.';
