CREATE OR REPLACE FUNCTION buckit.moment_require(argument text, moment timestamptz) RETURNS void
LANGUAGE sql IMMUTABLE AS $body$
  -- Sums of a moment and an interval stay within what timestamptz holds.
  SELECT buckit.argument_require(argument,
    moment >= timestamptz '1970-01-01 00:00+00' AND moment < timestamptz '10000-01-01 00:00+00',
    'a time of 1970 to 9999')
$body$;

COMMENT ON FUNCTION buckit.moment_require(text, timestamptz) IS
'Raises BK007 for NULL, and for a time that is none of 1970 to 9999.';
