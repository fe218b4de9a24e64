CREATE OR REPLACE FUNCTION reeve.search_moment(value text, is_end boolean) RETURNS numeric
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC'
AS $$
DECLARE
  part text[] := regexp_match(value, E'^(\\d{4})-(\\d{1,2})(?:-(\\d{1,2}))?$');
  day date;
BEGIN
  IF part IS NULL THEN
    RETURN NULL;
  END IF;
  day := make_date(part[1]::int, part[2]::int, coalesce(part[3]::int, 1));
  IF is_end THEN
    day := day + CASE WHEN part[3] IS NULL THEN interval '1 month' ELSE interval '1 day' END;
  END IF;
  RETURN extract(epoch FROM day);
EXCEPTION WHEN data_exception THEN
  RETURN NULL;
END
$$;

COMMENT ON FUNCTION reeve.search_moment(text, boolean) IS
  'The beginning of a day (2026-03-31) or month (2026-03), or of the next one, in seconds since '
  '1970, UTC; NULL for other texts.';
