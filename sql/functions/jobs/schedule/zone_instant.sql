CREATE OR REPLACE FUNCTION reeve.zone_instant(zone text, shown timestamp) RETURNS timestamptz
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  instant timestamptz := shown AT TIME ZONE 'UTC';
  start timestamptz := instant - interval '24 hours';
  finish timestamptz := instant + interval '24 hours';
  -- No zone was ever a day from UTC, so these intervals have no days, whose length depends on the
-- session's zone.
  shift interval := (start AT TIME ZONE zone) - (start AT TIME ZONE 'UTC');
  next_shift interval := (finish AT TIME ZONE zone) - (finish AT TIME ZONE 'UTC');
  change timestamptz;
BEGIN
  IF shift = next_shift THEN
    RETURN instant - shift;
  END IF;
  change := reeve.zone_change(zone, start, finish);
  RETURN CASE WHEN instant - shift < change THEN instant - shift
    ELSE greatest(change, instant - next_shift) END;
END
$$;

COMMENT ON FUNCTION reeve.zone_instant(text, timestamp) IS
  'The first instant at which a zone''s clock shows a whole second or has passed it: the first '
  'of a time that comes twice; for a skipped time, the instant at which the clock is set.';
