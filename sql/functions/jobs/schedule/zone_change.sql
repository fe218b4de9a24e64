CREATE OR REPLACE FUNCTION reeve.zone_change(
  zone text, start timestamptz, finish timestamptz)
RETURNS timestamptz
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  low bigint := extract(epoch FROM start);
  high bigint := extract(epoch FROM finish);
  shift bigint := extract(epoch FROM to_timestamp(low) AT TIME ZONE zone) - low;
  middle bigint;
BEGIN
  WHILE high - low > 1 LOOP
    middle := (low + high) / 2;
    IF extract(epoch FROM to_timestamp(middle) AT TIME ZONE zone) - middle = shift THEN
      low := middle;
    ELSE
      high := middle;
    END IF;
  END LOOP;
  RETURN to_timestamp(high);
END
$$;

COMMENT ON FUNCTION reeve.zone_change(text, timestamptz, timestamptz) IS
  'The second at which a zone''s clock is set, between two whole seconds with different offsets.';
