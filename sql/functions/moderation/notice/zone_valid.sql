CREATE OR REPLACE FUNCTION reeve.zone_valid(zone text, fallback text) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  -- An offset, such as X-160, is none that anybody lives in.
  IF zone ~ '^[A-Za-z][A-Za-z_/+-]*(/[A-Za-z0-9_+-]+)*$' THEN
    PERFORM to_timestamp(0) AT TIME ZONE zone;
    RETURN zone;
  END IF;
  RETURN coalesce(fallback, 'UTC');
EXCEPTION WHEN invalid_parameter_value THEN
  RETURN coalesce(fallback, 'UTC');
END
$$;

COMMENT ON FUNCTION reeve.zone_valid(text, text) IS
  'A zone if the server knows it, else fallback (NULL: UTC).';
