CREATE OR REPLACE FUNCTION sotravel.time_zone_require(time_zone text) RETURNS void
LANGUAGE plpgsql STABLE AS $body$
BEGIN
  -- PostgreSQL takes more than names: rules such as ABC3.
  PERFORM sotravel.argument_require('time_zone',
    time_zone ~ '^[A-Za-z_]+(/[A-Za-z0-9_+-]+)*$', 'an IANA time zone such as Europe/Rome');
  PERFORM timestamptz '2000-01-01 00:00+00' AT TIME ZONE time_zone;
EXCEPTION WHEN invalid_parameter_value THEN
  PERFORM sotravel.argument_require('time_zone', FALSE, 'an IANA time zone such as Europe/Rome');
END
$body$;

COMMENT ON FUNCTION sotravel.time_zone_require(text) IS
'Raises ST007 unless PostgreSQL knows a time zone of this name.';
