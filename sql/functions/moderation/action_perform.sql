CREATE OR REPLACE FUNCTION reeve.action_perform(
  verb text, app text, collection text, key text, args jsonb, expected jsonb,
  OUT outcome text, OUT code text, OUT message text, OUT detail jsonb)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET lock_timeout = '500ms' SET jit = off SET work_mem = '64MB'
AS $$
#variable_conflict use_column
DECLARE
  c reeve.collection := reeve.collection_resolve(app, collection);
  done record;
BEGIN
  key := reeve.subject_key(c, key);
  SELECT * INTO done
  FROM reeve.action_execute(verb, c, key, args, expected, session_user, NULL);
  code := done.code;
  message := coalesce(done.message, 'A' || done.action_id);
  detail := coalesce(done.detail, '{}');
  outcome := CASE WHEN code IS NULL THEN 'done' ELSE 'refused' END;
  IF code IS NOT NULL THEN
    detail := '{}';
    PERFORM reeve.command_record(verb, session_user, NULL, c.collection_id, key, code);
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.action_perform(text, text, text, text, jsonb, jsonb) IS
  'Does an action of the catalog to a subject, in the caller''s transaction. args: as of '
  'action_plan, and record_only for what nothing enforces. expected: the plan the admin saw, NULL '
  'to take what comes. A refusal is returned and recorded, not raised. Waits at most 500 ms for a '
  'lock.';

GRANT EXECUTE ON FUNCTION reeve.action_perform(text, text, text, text, jsonb, jsonb)
  TO reeve_viewer;
