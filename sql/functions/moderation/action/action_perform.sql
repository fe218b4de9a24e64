CREATE OR REPLACE FUNCTION reeve.action_perform(
  verb text, app text, collection text, key text, args jsonb, expected jsonb)
RETURNS reeve.outcome
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET lock_timeout = '500ms' SET jit = off SET work_mem = '64MB'
SET plan_cache_mode = force_generic_plan
AS $$
DECLARE
  -- As text: a name would bring its collation, "C", and no index on text would serve its callees.
  login text := session_user;
  c reeve.collection := reeve.collection_resolve(app, collection);
  done record;
  approval bigint;
  code text;
  message text;
  detail jsonb;
BEGIN
  key := reeve.subject_key(c, key);
  SELECT * INTO done
  FROM reeve.action_execute(verb, c, key, args, expected, login, NULL, NULL);
  code := done.code;
  message := coalesce(done.message, 'A' || done.action_id);
  detail := coalesce(done.detail, '{}');
  IF code = 'approval' THEN
    approval := reeve.approval_propose(verb, c, key, args, detail);
    code := 'approval';
    message := 'P' || approval;
    detail := detail -> 'approval' || (
      SELECT jsonb_build_object('approval_id', a.approval_id, 'lapses_at', a.lapses_at,
        'confirm_at', a.proposed_at + interval '1 hour')
      FROM reeve.approval a WHERE a.approval_id = approval);
  ELSIF code IS NOT NULL THEN
    detail := '{}';
    PERFORM reeve.command_record(verb, login, NULL, c.collection_id, key, code);
  END IF;
  RETURN reeve.outcome_of(code, message, detail);
END
$$;

COMMENT ON FUNCTION reeve.action_perform(text, text, text, text, jsonb, jsonb) IS
  'Performs an action of the catalog on a subject, in the caller''s transaction. args: as in '
  'action_plan, and record_only for an action that nothing enforces. expected: the plan that the '
  'admin saw, NULL to accept any. If it needs a second person, it is proposed instead (outcome '
  'proposed). A refusal is returned and recorded, not raised. Waits at most 500 ms for a lock.';

GRANT EXECUTE ON FUNCTION reeve.action_perform(text, text, text, text, jsonb, jsonb)
  TO reeve_viewer;
