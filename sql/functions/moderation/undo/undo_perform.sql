CREATE OR REPLACE FUNCTION reeve.undo_perform(
  action_id bigint, why text, expected jsonb)
RETURNS reeve.outcome
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET lock_timeout = '500ms' SET jit = off SET work_mem = '64MB'
AS $$
DECLARE
  -- As text: a name would bring its collation, "C", and no index on text would serve its callees.
  login text := session_user;
  original reeve.action;
  problem jsonb;
  has_mark boolean;
  code text;
  message text;
  detail jsonb;
BEGIN
  SELECT * INTO original FROM reeve.action a WHERE a.action_id = undo_perform.action_id;
  BEGIN
    IF original.action_id IS NOT NULL AND reeve.member_holds('moderator') THEN
      PERFORM reeve.subject_hold(original);
      SELECT * INTO original FROM reeve.action a
      WHERE a.action_id = undo_perform.action_id FOR NO KEY UPDATE;
    END IF;
    problem := coalesce(reeve.undo_refusal(undo_perform.action_id),
      CASE WHEN (expected ->> 'version')::bigint < 0 THEN
        jsonb_build_object('code', 'version', 'message', 'it needs a plan first') END);
    IF problem IS NULL THEN
      has_mark := EXISTS (SELECT FROM reeve.mark m WHERE m.action_id = original.action_id);
      detail := reeve.action_reverse(
        ARRAY[original.action_id], 'undo', login, NULL, nullif(btrim(why), ''));
      IF NOT has_mark THEN
        problem := reeve.given_problem(original.action_id, detail -> 'effects', detail -> 'lost');
      END IF;
    END IF;
    IF problem IS NOT NULL THEN
      -- Releases the locks, so that a refused caller who stays in the transaction blocks nobody.
      RAISE EXCEPTION USING ERRCODE = 'RV900';
    END IF;
  EXCEPTION
    WHEN SQLSTATE 'RV900' THEN
      NULL;
    WHEN SQLSTATE 'RV006' THEN
      problem := jsonb_build_object('code', 'app', 'message', SQLERRM);
    WHEN lock_not_available OR deadlock_detected THEN
      problem := jsonb_build_object('code', 'busy',
        'message', format('somebody else is changing rows of this action%s; try again',
          reeve.lock_holders('{reeve.action,reeve.subject}', (
            SELECT c.relation FROM reeve.collection c
            WHERE c.collection_id = original.collection_id))));
  END;
  IF problem IS NOT NULL THEN
    code := problem ->> 'code';
    message := problem ->> 'message';
    detail := '{}';
    PERFORM reeve.command_record('undo', login, NULL, original.collection_id, original.key,
      code, original.action_id);
    RETURN reeve.outcome_of(code, message, detail);
  END IF;
  PERFORM reeve.outbox_follow(ARRAY[(detail ->> 'action_id')::bigint]);
  message := format('A%s', detail ->> 'action_id');
  RETURN reeve.outcome_of(code, message, detail);
END
$$;

COMMENT ON FUNCTION reeve.undo_perform(bigint, text, jsonb) IS
  'Undoes one action by its id, in the caller''s transaction. A refusal is returned and '
  'recorded, not raised; final: nothing of it can be restored. expected: a version below 0 is '
  'refused. Locks the rows FOR NO KEY UPDATE, and waits at most 500 ms for a lock.';

GRANT EXECUTE ON FUNCTION reeve.undo_perform(bigint, text, jsonb) TO reeve_viewer;
