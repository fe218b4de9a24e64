-- An occurrence is the first instant at which the zone's clock shows a time of the expression, or
-- has passed it. So a time that is left out when the clock is set forward fires once, as the clock
-- is set, and one that comes twice fires the first time only.
--
-- An expression that fits every hour of the day (*/30 * * * *) is about elapsed time, not about a
-- time of the day: by the rule above it would pause for an hour when the clock is set back. It
-- fires whenever the clock shows one of its times, also the second time; a time that the clock
-- never shows is not made up for.
CREATE OR REPLACE FUNCTION reeve.cron_after(
  fields reeve.cron_fields, zone text, after timestamptz)
RETURNS timestamptz
LANGUAGE plpgsql STABLE STRICT SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  start timestamptz := date_trunc('second', after);
  shown timestamp := start AT TIME ZONE zone;
  shift interval := shown - (start AT TIME ZONE 'UTC');
  change timestamptz;
  wanted timestamp;
  instant timestamptz;
BEGIN
  IF fields.hours <> 16777215 THEN
    IF shown - ((start - interval '24 hours') AT TIME ZONE zone) < interval '24 hours' THEN
      -- Set back within the last day: times shown before that have fired.
      change := reeve.zone_change(zone, start - interval '24 hours', start);
      shown := greatest(shown, (change - interval '1 second') AT TIME ZONE zone);
    END IF;
    RETURN reeve.zone_instant(zone, reeve.cron_match(fields, shown));
  END IF;
  wanted := reeve.cron_match(fields, shown);
  IF ((start + interval '24 hours') AT TIME ZONE zone) - shown < interval '24 hours' THEN
    change := reeve.zone_change(zone, start, start + interval '24 hours');
    IF wanted > (change - interval '1 second') AT TIME ZONE zone THEN
      -- Nothing before the clock is set back: the search continues from the time it shows then.
      shown := change AT TIME ZONE zone;
      shift := shown - (change AT TIME ZONE 'UTC');
      wanted := reeve.cron_match(fields, shown - interval '1 second');
    END IF;
  END IF;
  LOOP
    instant := reeve.zone_instant(zone, wanted);
    IF instant <= start THEN
      -- The second occurrence of a time that comes twice.
      instant := (wanted AT TIME ZONE 'UTC') - shift;
    END IF;
    shown := instant AT TIME ZONE zone;
    IF shown = wanted THEN
      RETURN instant;
    END IF;
    wanted := reeve.cron_match(fields, shown - interval '1 second');
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.cron_after(reeve.cron_fields, text, timestamptz) IS
  'The first occurrence after an instant, in a zone. A time of the day that the clock skips '
  'fires as the clock is set, one that comes twice fires the first time; an expression that fits '
  'every hour continues through both.';
