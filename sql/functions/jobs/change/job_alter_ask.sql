CREATE OR REPLACE FUNCTION reeve.job_alter_ask(
  verb text, filter jsonb, why text)
RETURNS reeve.outcome
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '500ms'
SET "TimeZone" = 'UTC'
AS $$
DECLARE
  chosen jsonb := reeve.job_filter(verb, filter);
  code text;
  message text;
  detail jsonb;
BEGIN
  SELECT r.* INTO code, message FROM reeve.verb_refusal('jobs ' || verb, why) r;
  IF code IS NULL THEN
    message := (reeve.job_put(ARRAY[jsonb_build_object('kind', 'jobs.alter', 'priority', 1, 'args',
      jsonb_build_object('verb', verb, 'filter', chosen, 'why', nullif(btrim(why), '')))],
      session_user))[1];
    detail := jsonb_build_object('job_id', message::bigint);
  END IF;
  PERFORM reeve.verb_record('jobs.' || verb, code, 'jobs of ' || (
    SELECT string_agg(f.key || ' ' || f.value, ', ' ORDER BY f.key) FROM jsonb_each_text(chosen) f),
    why);
  RETURN reeve.outcome_of(code, message, detail);
END
$$;

COMMENT ON FUNCTION reeve.job_alter_ask(text, jsonb, text) IS
  'Enqueues a job that cancels or retries all jobs that match a filter, for seniors; the message '
  'is its number.';

GRANT EXECUTE ON FUNCTION reeve.job_alter_ask(text, jsonb, text) TO reeve_viewer;
