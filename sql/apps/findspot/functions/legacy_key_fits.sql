CREATE OR REPLACE FUNCTION findspot.legacy_key_fits(key text, latitude numeric) RETURNS boolean
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $body$
  -- The point has gone, so it is tried behind one digit and behind two.
  SELECT EXISTS (
    SELECT FROM (VALUES (1), (2)) n (digits)
    WHERE CASE WHEN key ~ '^[0-9]{1,20}$' OR key ~ '^[0-9]{1,20}e-[0-9]{1,2}$' AND n.digits = 1
      THEN round((left(key, n.digits) || '.' || substr(key, n.digits + 1))::numeric, 6)
        = abs(legacy_key_fits.latitude) END)
$body$;

COMMENT ON FUNCTION findspot.legacy_key_fits(text, numeric) IS
'Whether a place of this latitude may have had this key: the digits of the latitude as the phone
printed it, up to 17 of them, without sign and point.';

GRANT EXECUTE ON FUNCTION findspot.legacy_key_fits(text, numeric) TO reeve_access;
