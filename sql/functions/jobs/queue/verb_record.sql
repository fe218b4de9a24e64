CREATE OR REPLACE FUNCTION reeve.verb_record(kind text, code text, subject text, why text)
RETURNS void
LANGUAGE sql SET search_path = pg_catalog, reeve, pg_temp
AS $$
  INSERT INTO reeve.job_reason(command_id, subject, reason)
  VALUES (reeve.command_record(verb_record.kind, session_user, code => verb_record.code,
      detail => jsonb_build_object('about', left(verb_record.subject, 1000))),
    left(verb_record.subject, 1000), left(nullif(btrim(verb_record.why), ''), 2000))
$$;

COMMENT ON FUNCTION reeve.verb_record(text, text, text, text) IS
  'Records the login''s operation on a job, a queue or a notice, or the code of its refusal, with '
  'the reason.';
