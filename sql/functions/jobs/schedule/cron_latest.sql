CREATE OR REPLACE FUNCTION reeve.cron_latest(schedule reeve.cron, upto timestamptz)
RETURNS timestamptz
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  low timestamptz := schedule.next_at;
  high timestamptz := upto;
  middle timestamptz;
  found timestamptz;
BEGIN
  -- low is an occurrence, and there is none after high. Hours, not days: a day's length varies.
  WHILE high - low > interval '1 second' LOOP
    middle := low + make_interval(secs => extract(epoch FROM high - low)::float8 / 2);
    found := reeve.cron_following(schedule, middle);
    IF found <= upto THEN
      low := found;
    ELSE
      high := middle;
    END IF;
  END LOOP;
  found := reeve.cron_following(schedule, low);
  RETURN CASE WHEN found <= upto THEN found ELSE low END;
END
$$;

COMMENT ON FUNCTION reeve.cron_latest(reeve.cron, timestamptz) IS
  'The last occurrence from next_at, which is not later, up to an instant; found by bisection, '
  'however many there are.';
