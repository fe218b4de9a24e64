CREATE OR REPLACE FUNCTION reeve.cron_following(schedule reeve.cron, after timestamptz)
RETURNS timestamptz
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT CASE WHEN schedule.every IS NULL
    THEN reeve.cron_next(schedule.expression, schedule.zone, after)
    ELSE schedule.next_at + schedule.every * (1 + floor(
      extract(epoch FROM after - schedule.next_at) / extract(epoch FROM schedule.every)))::float8
    END
$$;

COMMENT ON FUNCTION reeve.cron_following(reeve.cron, timestamptz) IS
  'The first occurrence of a schedule after an instant; intervals count from next_at on.';
