CREATE OR REPLACE FUNCTION findspot.coordinate(pair text, part int) RETURNS numeric
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $body$
DECLARE
  parts text[] := regexp_match(pair, '^\s*([^,\s]+)\s*,\s*([^,\s]+)\s*$');
BEGIN
  IF parts IS NULL THEN
    RAISE EXCEPTION 'coordinates are “latitude,longitude”' USING ERRCODE = 'FS005';
  END IF;
  RETURN round(parts[part]::numeric, 6);
END
$body$;

COMMENT ON FUNCTION findspot.coordinate(text, int) IS
'The latitude (part 1) or longitude (2) in degrees of a position that the old app kept as one text,
“60.17,24.94”. FS005: the text is no such pair.';

GRANT EXECUTE ON FUNCTION findspot.coordinate(text, int) TO reeve_access;
