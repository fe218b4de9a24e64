CREATE OR REPLACE FUNCTION findspot.moment_require(argument text, moment timestamptz) RETURNS void
LANGUAGE sql IMMUTABLE AS $body$
  -- Sums of a moment and an interval stay within what timestamptz holds.
  SELECT findspot.argument_require(argument,
    moment >= timestamptz '1970-01-01 00:00+00' AND moment < timestamptz '10000-01-01 00:00+00',
    'a time of 1970 to 9999')
$body$;

COMMENT ON FUNCTION findspot.moment_require(text, timestamptz) IS
'Raises FS005 for NULL, and for a time that is none of 1970 to 9999.';
