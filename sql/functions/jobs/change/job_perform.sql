CREATE OR REPLACE FUNCTION reeve.job_perform(verb text, job_ids bigint[], why text)
RETURNS TABLE(job_id bigint, outcome text, code text, message text, state text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET lock_timeout = '500ms'
AS $$
DECLARE
  refusal record;
  touched jsonb;
  place record;
BEGIN
  IF coalesce(verb NOT IN ('cancel', 'retry'), TRUE) THEN
    RAISE EXCEPTION 'a job can be cancelled or retried' USING ERRCODE = 'RV001';
  ELSIF coalesce(cardinality(job_ids), 0) NOT BETWEEN 1 AND 500
    OR num_nulls(VARIADIC job_ids) > 0 THEN
    RAISE EXCEPTION '1 to 500 jobs can be named at a time' USING ERRCODE = 'RV001';
  END IF;
  job_ids := ARRAY(
    SELECT u.id FROM unnest(job_ids) WITH ORDINALITY u(id, n) GROUP BY u.id ORDER BY min(u.n));
  SELECT r.* INTO refusal FROM reeve.verb_refusal('jobs ' || verb, why) r;
  IF refusal.code IS NULL THEN
    BEGIN
      IF verb = 'cancel' THEN
        SELECT jsonb_object_agg(c.job_id, c.state) INTO touched FROM reeve.job_cancel(job_ids,
          concat('cancelled by ', session_user, ': ' || nullif(btrim(why), ''))) c;
      ELSE
        SELECT jsonb_object_agg(r.job_id, r.state) INTO touched FROM reeve.job_retry(job_ids) r;
      END IF;
    EXCEPTION WHEN lock_not_available THEN
      SELECT 'busy' AS code, format('somebody else is changing these jobs%s; try again',
        reeve.lock_holders('{reeve.job_ready,reeve.job_run,reeve.job_timer,reeve.job_dead}'))
        AS message
      INTO refusal;
    END;
  END IF;
  FOR place IN
    SELECT i.id, p.state, p.at, k.job_id AS holder
    FROM unnest(job_ids) WITH ORDINALITY i(id, n)
    LEFT JOIN reeve.job_location(job_ids) p ON p.job_id = i.id
    LEFT JOIN reeve.job_dead d ON d.job_id = i.id
    LEFT JOIN reeve.job_key k ON k.key = d.key
    ORDER BY i.n
  LOOP
    job_id := place.id;
    state := touched ->> place.id::text;
    code := CASE WHEN refusal.code IS NOT NULL THEN refusal.code WHEN state IS NOT NULL THEN NULL
      WHEN place.state IS NULL THEN 'notfound' ELSE 'state' END;
    message := CASE
      WHEN refusal.code IS NOT NULL THEN refusal.message
      WHEN code IS NULL THEN format('it was %s', state)
      WHEN code = 'notfound' THEN format('there is no job %s', place.id)
      WHEN place.state IN ('completed', 'cancelled') THEN format('job %s was %s at %s',
        place.id, place.state, reeve.moment_text(place.at))
      WHEN verb = 'retry' AND place.holder IS NOT NULL THEN
        format('the unique_key of job %s is held by job %s, which is live', place.id, place.holder)
      WHEN place.state = 'discarded' THEN format('job %s is a dead letter already', place.id)
      WHEN verb = 'cancel' THEN format('job %s has already been asked to stop', place.id)
      ELSE format('job %s is %s', place.id, place.state) END;
    outcome := CASE WHEN code IS NULL THEN 'done' ELSE 'refused' END;
    PERFORM reeve.verb_record('job.' || verb, code, 'job ' || place.id, why);
    RETURN NEXT;
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.job_perform(text, bigint[], text) IS
  'Cancels or retries jobs, for seniors. Returns one row per job: the state that it was in, or '
  'the reason why nothing was done. A job that is refused does not stop the others; each is a '
  'command of its own on the record. NULL: code, state.';

GRANT EXECUTE ON FUNCTION reeve.job_perform(text, bigint[], text) TO reeve_viewer;
