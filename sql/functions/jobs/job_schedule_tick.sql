CREATE OR REPLACE FUNCTION reeve.job_schedule_tick(max_schedules int) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  due reeve.cron;
  missed bigint;
  moment timestamptz;
  new_id bigint;
  fired int := 0;
BEGIN
  FOR due IN
    SELECT c.* FROM reeve.cron c
    WHERE c.next_at <= (SELECT clock_timestamp()) AND c.paused_at IS NULL
    ORDER BY c.next_at, c.cron_id LIMIT max_schedules FOR UPDATE SKIP LOCKED
  LOOP
    missed := floor(
      extract(epoch FROM clock_timestamp() - due.next_at) / extract(epoch FROM due.every));
    moment := due.next_at + due.every * missed;
    IF missed > 0 THEN
      INSERT INTO reeve.cron_fire(cron_id, fire_at, occurrences, skipped)
      VALUES (due.cron_id, due.next_at, missed, 'missed') ON CONFLICT DO NOTHING;
    END IF;
    UPDATE reeve.cron c SET next_at = moment + due.every WHERE c.cron_id = due.cron_id;
    -- Known already when someone moved next_at back: an occurrence fires once.
    CONTINUE WHEN EXISTS (
      SELECT FROM reeve.cron_fire f
      WHERE f.cron_id = due.cron_id AND f.fire_at = moment);
    new_id := reeve.job_add(
      due.kind_id, due.queue_id, due.args, NULL, 0::smallint, due.app, NULL, NULL, NULL,
      'cron:' || due.cron_id);
    INSERT INTO reeve.cron_fire(cron_id, fire_at, job_id, skipped)
    VALUES (due.cron_id, moment, new_id, CASE WHEN new_id IS NULL THEN 'overlap' END);
    fired := fired + (new_id IS NOT NULL)::int;
  END LOOP;
  RETURN fired;
END
$$;

COMMENT ON FUNCTION reeve.job_schedule_tick(int) IS
  'Fires schedules that are due; how many became jobs. Every occurrence leaves a row in '
  'cron_fire in the transaction that moves next_at.';

GRANT EXECUTE ON FUNCTION reeve.job_schedule_tick(int) TO reeve_worker;
