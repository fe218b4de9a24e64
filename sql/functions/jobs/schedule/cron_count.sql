CREATE OR REPLACE FUNCTION reeve.cron_count(schedule reeve.cron, last_at timestamptz)
RETURNS bigint
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  moment timestamptz := schedule.next_at;
BEGIN
  IF schedule.every IS NOT NULL THEN
    RETURN 1 + round(
      extract(epoch FROM last_at - moment) / extract(epoch FROM schedule.every));
  END IF;
  FOR counted IN 1..1000 LOOP
    IF moment >= last_at THEN
      RETURN counted;
    END IF;
    moment := reeve.cron_following(schedule, moment);
  END LOOP;
  RETURN NULL;
END
$$;

COMMENT ON FUNCTION reeve.cron_count(reeve.cron, timestamptz) IS
  'How many occurrences there are from next_at to another; NULL for more than 1000 of a cron '
  'expression.';
