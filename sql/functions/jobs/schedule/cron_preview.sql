CREATE OR REPLACE FUNCTION reeve.cron_preview(
  app text, wanted text, zone text, times int, start timestamptz DEFAULT NULL)
RETURNS TABLE(fire_at timestamptz, local text, utc_offset text, note text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  schedule reeve.cron;
  fields reeve.cron_fields;
  shown timestamp;
  shift numeric;
BEGIN
  PERFORM reeve.member_require('viewer');
  start := coalesce(start, clock_timestamp());
  IF times NOT BETWEEN 1 AND 1000 THEN
    RAISE EXCEPTION 'a preview shows 1 to 1000 occurrences' USING ERRCODE = 'RV001';
  END IF;
  IF btrim(wanted) ~ '^@|[[:blank:]]' THEN
    schedule.expression := wanted;
    schedule.zone := coalesce(cron_preview.zone, 'UTC');
    IF NOT reeve.zone_is_known(schedule.zone) THEN
      RAISE EXCEPTION 'there is no time zone %', schedule.zone USING ERRCODE = 'RV001',
        HINT = 'Zones have IANA names, such as Europe/Berlin.';
    END IF;
  ELSE
    schedule := reeve.cron_find(cron_preview.app, wanted);
    IF cron_preview.zone IS NOT NULL THEN
      RAISE EXCEPTION 'a schedule has a zone of its own' USING ERRCODE = 'RV001',
        HINT = format('That of %s is %s.', wanted, schedule.zone);
    END IF;
    IF schedule.next_at = 'infinity' THEN
      -- It never fires by itself: shown as if it began now.
      schedule.next_at := start;
    END IF;
    start := greatest(start, schedule.next_at - interval '1 microsecond');
  END IF;
  fields := reeve.cron_parse(schedule.expression);
  fire_at := start;
  FOR i IN 1..times LOOP
    fire_at := coalesce(
      reeve.cron_after(fields, schedule.zone, fire_at), reeve.cron_following(schedule, fire_at));
    shown := fire_at AT TIME ZONE schedule.zone;
    shift := extract(epoch FROM shown - (fire_at AT TIME ZONE 'UTC'));
    local := to_char(shown, 'Dy YYYY-MM-DD HH24:MI:SS');
    utc_offset := CASE WHEN shift < 0 THEN 'UTC-' ELSE 'UTC+' END
      || to_char(make_interval(secs => abs(shift)::float8), 'HH24:MI');
    note := CASE
      WHEN shown <> reeve.cron_match(fields, shown - interval '1 second')
        THEN 'for a time that the clock skips'
      WHEN reeve.zone_instant(schedule.zone, shown) < fire_at THEN 'the second time' END;
    RETURN NEXT;
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.cron_preview(text, text, text, int, timestamptz) IS
  'The next occurrences, by the clock of their zone and its offset, of an expression in a zone '
  '(NULL: UTC) or of a schedule. NULL: note.';

GRANT EXECUTE ON FUNCTION reeve.cron_preview(text, text, text, int, timestamptz) TO reeve_viewer;
