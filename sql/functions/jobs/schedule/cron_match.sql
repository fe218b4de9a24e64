CREATE OR REPLACE FUNCTION reeve.cron_match(fields reeve.cron_fields, after timestamp)
RETURNS timestamp
LANGUAGE plpgsql IMMUTABLE STRICT SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  start timestamp := date_trunc('second', after) + interval '1 second';
  y int := extract(year FROM start);
  m int := extract(month FROM start);
  d int := extract(day FROM start);
  h int := extract(hour FROM start);
  i int := extract(minute FROM start);
  s int := extract(second FROM start);
  found int;
  first_day date;
  month_days bigint;
  week bigint;
BEGIN
  LOOP
    found := reeve.cron_bit(fields.months, m);
    IF found IS DISTINCT FROM m THEN
      y := y + (found IS NULL)::int;
      m := coalesce(found, reeve.cron_bit(fields.months, 1));
      d := 1;
      h := 0; i := 0; s := 0;
    END IF;
    first_day := make_date(y, m, 1);
    found := extract(day FROM first_day + interval '1 month -1 day');
    -- The week repeated six times, from the weekday of the 1st on; bit 1 is the 1st.
    week := (fields.weekdays * 4432676798593) >> extract(dow FROM first_day)::int << 1;
    month_days := (fields.days & -2) | ((fields.days & 1) << found);
    month_days := CASE WHEN fields.needs_both THEN month_days & week ELSE month_days | week END
      & (2::bigint << found) - 1;
    found := reeve.cron_bit(month_days, d);
    IF found IS DISTINCT FROM d THEN
      h := 0; i := 0; s := 0;
      IF found IS NULL THEN
        m := m + 1;
        d := 1;
        CONTINUE;
      END IF;
      d := found;
    END IF;
    found := reeve.cron_bit(fields.hours, h);
    IF found = h THEN
      found := reeve.cron_bit(fields.minutes, i);
      IF found = i THEN
        found := reeve.cron_bit(fields.seconds, s);
        IF found IS NOT NULL THEN
          RETURN make_timestamp(y, m, d, h, i, found);
        END IF;
        found := reeve.cron_bit(fields.minutes, i + 1);
      END IF;
      IF found IS NOT NULL THEN
        RETURN make_timestamp(y, m, d, h, found, reeve.cron_bit(fields.seconds, 0));
      END IF;
      found := reeve.cron_bit(fields.hours, h + 1);
    END IF;
    IF found IS NOT NULL THEN
      RETURN make_timestamp(y, m, d, found, reeve.cron_bit(fields.minutes, 0),
        reeve.cron_bit(fields.seconds, 0));
    END IF;
    d := d + 1;
    h := 0; i := 0; s := 0;
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.cron_match(reeve.cron_fields, timestamp) IS
  'The first whole second after a moment of the calendar that fits the fields, found month by '
  'month, then day, hour, minute and second, by a clock that is never set.';
