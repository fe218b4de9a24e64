CREATE OR REPLACE FUNCTION reeve.job_perform(verb text, job_ids bigint[], why text)
RETURNS TABLE(job_id bigint, outcome text, code text, message text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET lock_timeout = '500ms'
AS $$
DECLARE
  reason text := nullif(btrim(why), '');
  fault text := CASE
    WHEN NOT reeve.member_holds('senior') THEN 'rank'
    WHEN (SELECT rolsuper FROM pg_roles WHERE rolname = session_user) THEN 'rank'
    WHEN char_length(reason) > 2000 THEN 'argument' END;
  faults jsonb := jsonb_build_object(
    'rank', format('jobs %s needs the rank senior and a login of your own', verb),
    'argument', 'a reason has at most 2000 characters',
    'busy', 'somebody else is changing these jobs; try again');
  touched jsonb;
  place record;
  command bigint;
BEGIN
  IF coalesce(verb NOT IN ('cancel', 'retry'), TRUE) THEN
    RAISE EXCEPTION 'a job can be cancelled or retried' USING ERRCODE = 'RV001';
  ELSIF coalesce(cardinality(job_ids), 0) NOT BETWEEN 1 AND 500
    OR array_position(job_ids, NULL) IS NOT NULL THEN
    RAISE EXCEPTION '1 to 500 jobs can be named at a time' USING ERRCODE = 'RV001',
      HINT = '`--where` is for more.';
  END IF;
  job_ids := ARRAY(
    SELECT u.id FROM unnest(job_ids) WITH ORDINALITY u(id, n) GROUP BY u.id ORDER BY min(u.n));
  IF fault IS NULL THEN
    BEGIN
      IF verb = 'cancel' THEN
        SELECT jsonb_object_agg(c.job_id, c.state) INTO touched FROM reeve.job_cancel(job_ids,
          concat('cancelled by ', session_user, ': ' || reason)) c;
      ELSE
        SELECT jsonb_object_agg(r.job_id, r.state) INTO touched FROM reeve.job_retry(job_ids) r;
      END IF;
    EXCEPTION WHEN lock_not_available THEN
      fault := 'busy';
    END;
  END IF;
  FOR place IN
    SELECT i.id, p.state, p.at
    FROM unnest(job_ids) WITH ORDINALITY i(id, n)
    LEFT JOIN reeve.job_place(job_ids) p ON p.job_id = i.id
    ORDER BY i.n
  LOOP
    job_id := place.id;
    message := touched ->> place.id::text;
    code := CASE WHEN fault IS NOT NULL THEN fault WHEN message IS NOT NULL THEN NULL
      WHEN place.state IS NULL THEN 'notfound' ELSE 'state' END;
    message := CASE
      WHEN fault IS NOT NULL THEN faults ->> fault
      WHEN code IS NULL THEN message
      WHEN code = 'notfound' THEN format('there is no job %s', place.id)
      WHEN place.state IN ('completed', 'cancelled') THEN format('job %s was %s at %s UTC',
        place.id, place.state, to_char(place.at, 'YYYY-MM-DD HH24:MI'))
      WHEN place.state = 'discarded' THEN format('job %s is a dead letter already', place.id)
      WHEN verb = 'cancel' THEN format('job %s was told to stop before', place.id)
      ELSE format('job %s is %s', place.id, place.state) END;
    outcome := CASE WHEN code IS NULL THEN 'done' ELSE 'refused' END;
    command := reeve.command_record(
      'job.' || verb, session_user, code => job_perform.code);
    INSERT INTO reeve.job_reason(command_id, subject, reason)
    VALUES (command, 'job ' || place.id, left(reason, 2000));
    RETURN NEXT;
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.job_perform(text, bigint[], text) IS
  'Cancels or retries jobs, for seniors; of each whether it was done, and then the state it was '
  'in, or why it was not. What cannot be done to one does not keep the others from it; each is a '
  'command of its own on the record.';

GRANT EXECUTE ON FUNCTION reeve.job_perform(text, bigint[], text) TO reeve_viewer;
