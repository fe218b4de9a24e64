CREATE OR REPLACE FUNCTION reeve.cron_perform(
  verb text, app text, wanted text, why text)
RETURNS reeve.outcome
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET lock_timeout = '500ms'
AS $$
DECLARE
  present timestamptz := clock_timestamp();
  schedule reeve.cron := reeve.cron_find(app, wanted);
  title text := schedule.app || '/' || schedule.name;
  last_at timestamptz;
  code text;
  message text;
  detail jsonb;
BEGIN
  IF coalesce(verb NOT IN ('run', 'pause', 'resume'), TRUE) THEN
    RAISE EXCEPTION 'a schedule can be run, paused or resumed' USING ERRCODE = 'RV001';
  END IF;
  SELECT r.* INTO code, message FROM reeve.verb_refusal('cron ' || verb, why) r;
  IF code IS NULL THEN
    BEGIN
      SELECT c.* INTO STRICT schedule FROM reeve.cron c
      WHERE c.cron_id = schedule.cron_id FOR NO KEY UPDATE;
    EXCEPTION WHEN lock_not_available OR no_data_found THEN
      code := 'busy';
      message := format('somebody else is changing %s%s; try again', title,
        reeve.lock_holders('{reeve.cron}'));
    END;
  END IF;
  IF code IS NOT NULL THEN
    NULL;
  ELSIF verb = 'run' THEN
    message := reeve.cron_job(schedule, session_user);
    IF message IS NULL THEN
      code := 'state';
      message := (
        SELECT format('job %s of %s has not ended yet', k.job_id, title) FROM reeve.job_key k
        WHERE k.key = 'cron:' || schedule.cron_id);
    END IF;
  ELSIF (verb = 'pause') = (schedule.paused_at IS NOT NULL) THEN
    code := 'state';
    message := format('%s is %s', title,
      CASE verb WHEN 'pause' THEN 'already paused' ELSE 'not paused' END);
  ELSIF verb = 'pause' THEN
    INSERT INTO reeve.cron_fire(cron_id, fire_at, skipped)
    SELECT schedule.cron_id, schedule.waiting_at, 'paused' WHERE schedule.waiting_at IS NOT NULL
    ON CONFLICT DO NOTHING;
    UPDATE reeve.cron c SET paused_at = present, waiting_at = NULL
    WHERE c.cron_id = schedule.cron_id;
  ELSE
    IF schedule.next_at <= present THEN
      last_at := reeve.cron_latest(schedule, present);
      INSERT INTO reeve.cron_fire(cron_id, fire_at, occurrences, last_at, skipped)
      VALUES (schedule.cron_id, schedule.next_at, reeve.cron_count(schedule, last_at), last_at,
        'paused') ON CONFLICT DO NOTHING;
      schedule.next_at := reeve.cron_following(schedule, last_at);
    END IF;
    UPDATE reeve.cron c SET paused_at = NULL, next_at = schedule.next_at
    WHERE c.cron_id = schedule.cron_id;
  END IF;
  IF code IS NULL THEN
    detail := jsonb_build_object('job_id', message::bigint, 'next_at', schedule.next_at);
    message := coalesce(message, schedule.next_at::text);
  END IF;
  INSERT INTO reeve.cron_reason(command_id, app, name, reason)
  VALUES (reeve.command_record('cron.' || verb, session_user, code => code,
    detail => jsonb_build_object('about', format('schedule %s/%s', schedule.app, schedule.name))),
    schedule.app, schedule.name, left(nullif(btrim(why), ''), 2000));
  RETURN reeve.outcome_of(code, message, detail);
END
$$;

COMMENT ON FUNCTION reeve.cron_perform(text, text, text, text) IS
  'Runs a schedule now, pauses or resumes it, for seniors. Occurrences that fall due while it is '
  'paused are listed as skipped when it is resumed. The message is the job, or when it fires '
  'next. A refusal is returned and recorded, not raised, except for an unknown verb or an '
  'ambiguous or missing schedule.';

GRANT EXECUTE ON FUNCTION reeve.cron_perform(text, text, text, text) TO reeve_viewer;
