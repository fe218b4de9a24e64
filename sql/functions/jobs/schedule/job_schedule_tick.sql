CREATE OR REPLACE FUNCTION reeve.job_schedule_tick(max_schedules int) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '10s'
AS $$
DECLARE
  due reeve.cron;
  present timestamptz;
  moment timestamptz;
  due_at timestamptz[];
  occurrence timestamptz;
  wanted int;
  new_id bigint;
  is_ahead boolean;
  fired int := 0;
BEGIN
  FOR due IN
    SELECT c.* FROM reeve.cron c
    WHERE c.paused_at IS NULL AND (SELECT reeve.home_is_here())
      AND (c.next_at <= (SELECT clock_timestamp())
      OR c.waiting_at IS NOT NULL
        AND NOT EXISTS (SELECT FROM reeve.job_key k WHERE k.key = 'cron:' || c.cron_id)
      OR EXISTS (SELECT FROM reeve.cron_fire f WHERE f.cron_id = c.cron_id
        AND f.fire_at > (SELECT clock_timestamp()) + interval '1 hour'))
    ORDER BY c.next_at, c.cron_id LIMIT max_schedules FOR UPDATE SKIP LOCKED
  LOOP
    present := clock_timestamp();
    -- The due occurrences, or the last of them: those that fire, and the one before them.
    wanted := CASE due.missed WHEN 'all' THEN due.most ELSE 1 END;
    due_at := '{}';
    moment := due.next_at;
    -- Set back by less, the schedule waits until the clock is there again, and nothing fires twice.
    is_ahead := EXISTS (
      SELECT FROM reeve.cron_fire f
      WHERE f.cron_id = due.cron_id AND f.fire_at > present + interval '1 hour');
    BEGIN
      IF is_ahead THEN
        DELETE FROM reeve.cron_fire f WHERE f.cron_id = due.cron_id AND f.fire_at > present;
        due.waiting_at := CASE WHEN due.waiting_at <= present THEN due.waiting_at END;
        -- A schedule that never fires does not start to.
        moment := CASE WHEN isfinite(due.next_at) THEN reeve.cron_following(due, present)
          ELSE due.next_at END;
      ELSIF due.next_at <= present THEN
        due_at := ARRAY[reeve.cron_latest(due, present)];
        moment := reeve.cron_following(due, due_at[1]);
      END IF;
      WHILE cardinality(due_at) <= wanted AND due_at[1] > due.next_at LOOP
        due_at := reeve.cron_latest(due, due_at[1] - interval '1 microsecond') || due_at;
      END LOOP;
    EXCEPTION WHEN invalid_parameter_value THEN
      -- The server no longer knows the zone; the other schedules must continue.
      RAISE WARNING 'schedule %/% is paused: %', due.app, due.name, SQLERRM;
      UPDATE reeve.cron c SET paused_at = present WHERE c.cron_id = due.cron_id;
      CONTINUE;
    END;
    wanted := least(wanted, cardinality(due_at));
    IF due.missed = 'skip' AND due_at[cardinality(due_at)] < present - interval '1 minute' THEN
      wanted := 0;
    END IF;
    IF wanted < cardinality(due_at) THEN
      INSERT INTO reeve.cron_fire(cron_id, fire_at, occurrences, last_at, skipped)
      VALUES (due.cron_id, due.next_at,
        reeve.cron_count(due, due_at[cardinality(due_at) - wanted]),
        due_at[cardinality(due_at) - wanted], 'missed') ON CONFLICT DO NOTHING;
    END IF;
    FOREACH occurrence IN ARRAY due.waiting_at || due_at[cardinality(due_at) - wanted + 1:] LOOP
      -- Recorded already if somebody moved next_at back: an occurrence fires once.
      CONTINUE WHEN occurrence IS NULL OR EXISTS (
        SELECT FROM reeve.cron_fire f
        WHERE f.cron_id = due.cron_id AND f.fire_at = occurrence);
      new_id := reeve.cron_job(due, NULL);
      fired := fired + (new_id IS NOT NULL)::int;
      IF new_id IS NULL AND due.overlap = 'queue'
        AND coalesce(due.waiting_at, occurrence) = occurrence THEN
        due.waiting_at := occurrence;
        CONTINUE;
      ELSIF due.waiting_at = occurrence THEN
        due.waiting_at := NULL;
      END IF;
      INSERT INTO reeve.cron_fire(cron_id, fire_at, job_id, skipped)
      VALUES (due.cron_id, occurrence, new_id, CASE WHEN new_id IS NULL THEN 'overlap' END);
    END LOOP;
    UPDATE reeve.cron c SET next_at = moment, waiting_at = due.waiting_at
    WHERE c.cron_id = due.cron_id;
  END LOOP;
  RETURN fired;
END
$$;

COMMENT ON FUNCTION reeve.job_schedule_tick(int) IS
  'Fires due schedules; returns how many became jobs. Every occurrence leaves a row in cron_fire '
  'in the transaction that moves next_at, or waits there as waiting_at. An occurrence is missed '
  'if a later one is due too or, with missed = skip, after a minute. A schedule that fired over an '
  'hour ahead of the clock, which was set back since, goes on from now.';

GRANT EXECUTE ON FUNCTION reeve.job_schedule_tick(int) TO reeve_worker;
