CREATE OR REPLACE FUNCTION reeve.queue_perform(
  verb text, queue text, max_running int, rate double precision, burst int, why text)
RETURNS reeve.outcome
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET lock_timeout = '500ms'
AS $$
DECLARE
  present reeve.queue;
  code text;
  message text;
  detail jsonb;
BEGIN
  IF coalesce(verb NOT IN ('pause', 'resume', 'limit'), TRUE) THEN
    RAISE EXCEPTION 'a queue can be paused, resumed or limited' USING ERRCODE = 'RV001';
  END IF;
  SELECT q.* INTO present FROM reeve.queue q WHERE q.name = queue_perform.queue;
  IF NOT FOUND THEN
    PERFORM reeve.member_require('viewer');
    RAISE EXCEPTION 'there is no queue %', queue USING ERRCODE = 'RV004',
      HINT = '`queues` lists them.';
  END IF;
  SELECT r.* INTO code, message FROM reeve.verb_refusal('queue ' || verb, why) r;
  IF code IS NULL AND (max_running <= 0 OR burst <= 0 OR NOT (rate > 0 AND rate <= 1e6)) THEN
    code := 'argument';
    message := 'limits are above 0; NULL is none, and a rate is at most a million a second';
  ELSIF code IS NULL THEN
    BEGIN
      SELECT q.* INTO STRICT present FROM reeve.queue q
      WHERE q.queue_id = present.queue_id FOR NO KEY UPDATE;
    EXCEPTION WHEN lock_not_available THEN
      code := 'busy';
      message := format('somebody else is changing queue %s%s; try again', queue,
        reeve.lock_holders('{reeve.queue}'));
    END;
  END IF;
  IF code IS NOT NULL THEN
    NULL;
  ELSIF verb = 'limit' THEN
    IF max_running IS NULL AND rate IS NULL AND burst IS NULL THEN
      present.max_running := NULL;
      present.rate := NULL;
      present.burst := NULL;
    ELSIF burst IS NOT NULL AND rate IS NULL AND present.rate IS NULL THEN
      code := 'argument';
      message := 'a burst needs a rate';
    ELSE
      present.max_running := coalesce(max_running, present.max_running);
      present.rate := coalesce(rate, present.rate);
      present.burst := coalesce(burst, present.burst, ceil(present.rate)::int);
    END IF;
  ELSIF (verb = 'pause') = (present.paused_at IS NOT NULL) THEN
    code := 'state';
    message := format('queue %s is %s', queue,
      CASE verb WHEN 'pause' THEN 'already paused' ELSE 'not paused' END);
  ELSE
    present.paused_at := CASE verb WHEN 'pause' THEN clock_timestamp() END;
  END IF;
  IF code IS NULL THEN
    UPDATE reeve.queue q
    SET paused_at = present.paused_at, max_running = present.max_running, rate = present.rate,
      burst = present.burst
    WHERE q.queue_id = present.queue_id;
    PERFORM reeve.job_notify(ARRAY[present.queue_id]);
    message := CASE verb WHEN 'limit' THEN coalesce(
      nullif(concat_ws(', ', 'running ' || present.max_running, 'rate ' || present.rate
        || ' per second in bursts of ' || present.burst), ''), 'no limits') ELSE '' END;
  END IF;
  PERFORM reeve.verb_record('queue.' || verb, code, 'queue ' || queue, why);
  RETURN reeve.outcome_of(code, message, detail);
END
$$;

COMMENT ON FUNCTION reeve.queue_perform(text, text, int, double precision, int, text) IS
  'Pauses or resumes a queue, or sets its limits, for seniors: a limit that is not given stays, '
  'all NULL removes them; the default burst is one second''s worth. The message says the limits '
  'now in force. Running jobs continue while a queue is paused. RV004 if there is no such queue.';

GRANT EXECUTE ON FUNCTION reeve.queue_perform(
  text, text, int, double precision, int, text) TO reeve_viewer;
