CREATE OR REPLACE FUNCTION sotravel.legacy_moment(written text) RETURNS timestamptz
LANGUAGE plpgsql STABLE STRICT AS $body$
BEGIN
  RETURN CASE WHEN written ~ '^\s*\d{4}-\d{2}-\d{2}' THEN written::timestamptz END;
EXCEPTION WHEN datetime_field_overflow OR invalid_datetime_format
  OR invalid_parameter_value
THEN
  RETURN NULL;
END
$body$;

COMMENT ON FUNCTION sotravel.legacy_moment(text) IS
'A time as the former service wrote it, which its app never read; NULL where it cannot be read.';

GRANT EXECUTE ON FUNCTION sotravel.legacy_moment(text) TO reeve_access;
