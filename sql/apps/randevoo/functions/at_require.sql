CREATE OR REPLACE FUNCTION randevoo.at_require(at timestamptz, argument text DEFAULT 'at')
RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $body$
  SELECT randevoo.require(at >= '1970-01-01 00:00+00' AND at < '9999-01-01 00:00+00',
    argument || ' is a moment of the years 1970 to 9998')
$body$;

COMMENT ON FUNCTION randevoo.at_require(timestamptz, text) IS
'Part of the others: raises RN012 unless an argument is a moment with which they can compute.';

GRANT EXECUTE ON FUNCTION randevoo.at_require(timestamptz, text) TO randevoo_app;
