CREATE OR REPLACE FUNCTION reeve.job_alter_ask(
  verb text, filter jsonb, why text, OUT outcome text, OUT code text, OUT message text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '500ms'
SET "TimeZone" = 'UTC'
AS $$
DECLARE
  chosen jsonb := reeve.job_filter(verb, filter);
BEGIN
  SELECT r.* INTO code, message FROM reeve.verb_refusal('jobs ' || verb, why) r;
  IF code IS NULL THEN
    message := (reeve.job_put(ARRAY[jsonb_build_object('kind', 'jobs.alter', 'priority', 1, 'args',
      jsonb_build_object('verb', verb, 'filter', chosen, 'why', nullif(btrim(why), '')))],
      session_user))[1];
  END IF;
  outcome := CASE WHEN code IS NULL THEN 'done' ELSE 'refused' END;
  PERFORM reeve.verb_record('jobs.' || verb, code, 'jobs of ' || (
    SELECT string_agg(f.key || ' ' || f.value, ', ' ORDER BY f.key) FROM jsonb_each_text(chosen) f),
    why);
END
$$;

COMMENT ON FUNCTION reeve.job_alter_ask(text, jsonb, text) IS
  'Has a job cancel or retry all jobs that a filter means, for seniors; the message is its number.';

GRANT EXECUTE ON FUNCTION reeve.job_alter_ask(text, jsonb, text) TO reeve_viewer;
