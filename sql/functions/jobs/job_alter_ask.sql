CREATE OR REPLACE FUNCTION reeve.job_alter_ask(
  verb text, filter jsonb, why text, OUT outcome text, OUT code text, OUT message text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC'
AS $$
DECLARE
  reason text := nullif(btrim(why), '');
  chosen jsonb := reeve.job_filter(verb, filter);
  command bigint;
BEGIN
  code := CASE
    WHEN NOT reeve.member_holds('senior') THEN 'rank'
    WHEN (SELECT rolsuper FROM pg_roles WHERE rolname = session_user) THEN 'rank'
    WHEN char_length(reason) > 2000 THEN 'argument' END;
  message := CASE code
    WHEN 'rank' THEN format('jobs %s needs the rank senior and a login of your own', verb)
    WHEN 'argument' THEN 'a reason has at most 2000 characters'
    ELSE (reeve.job_put(ARRAY[jsonb_build_object('kind', 'jobs.alter', 'priority', 1, 'args',
      jsonb_build_object('verb', verb, 'filter', chosen, 'why', reason))], session_user))[1]::text
    END;
  outcome := CASE WHEN code IS NULL THEN 'done' ELSE 'refused' END;
  command := reeve.command_record(
    'jobs.' || verb, session_user, code => job_alter_ask.code);
  INSERT INTO reeve.job_reason(command_id, subject, reason)
  VALUES (command, left('jobs of ' || (
    SELECT string_agg(f.key || ' ' || f.value, ', ' ORDER BY f.key)
    FROM jsonb_each_text(chosen) f), 1000), left(reason, 2000));
END
$$;

COMMENT ON FUNCTION reeve.job_alter_ask(text, jsonb, text) IS
  'Has a job cancel or retry all jobs that a filter means, for seniors; the message is its number.';

GRANT EXECUTE ON FUNCTION reeve.job_alter_ask(text, jsonb, text) TO reeve_viewer;
