CREATE OR REPLACE FUNCTION reeve.action_perform(
  verb text, app text, collection text, key text, args jsonb, expected jsonb,
  OUT outcome text, OUT code text, OUT message text, OUT detail jsonb)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET lock_timeout = '500ms' SET jit = off SET work_mem = '64MB'
AS $$
#variable_conflict use_column
DECLARE
  c reeve.collection := reeve.collection_resolve(app, collection);
  at timestamptz := clock_timestamp();
  terms record;
  target record;
  act reeve.action;
  r reeve.rule;
  current_version bigint;
  effects jsonb := '[]';
  actual jsonb;
  worse text;
BEGIN
  key := reeve.subject_key(c, key);
  SELECT * INTO terms FROM reeve.action_terms(verb, app, args, at);
  code := CASE
    WHEN NOT reeve.member_holds('moderator') THEN 'rank'
    WHEN (SELECT rolsuper FROM pg_roles WHERE rolname = session_user) THEN 'rank'
    WHEN terms.problem IS NOT NULL THEN 'argument'
    WHEN NOT EXISTS (
      SELECT FROM reeve.rule l
      WHERE l.app = c.app AND l.verb = action_perform.verb AND l.collection_id = c.collection_id
        AND l.is_live) THEN 'argument'
    WHEN NOT reeve.action_is_enforced(c, verb)
      AND (args ->> 'record_only')::boolean IS NOT TRUE THEN 'unenforced' END;
  message := CASE
    WHEN code = 'rank' THEN format('%s needs the rank moderator and a login of your own', verb)
    WHEN code = 'argument' THEN coalesce(
      terms.problem, format('%s is not declared for %s', verb, collection))
    WHEN code = 'unenforced' THEN format(
      'a %s of %s:%s is recorded, NOT enforced: say that it is to be recorded only', verb,
      collection, key) END;
  IF code IS NULL THEN
    BEGIN
      -- The row is locked before its subject: every command takes locks in this order.
      SELECT * INTO target FROM reeve.hand_lock(c.collection_id, ARRAY[key]);
      IF NOT FOUND THEN
        RAISE EXCEPTION USING ERRCODE = 'RV900', DETAIL = 'notfound',
          MESSAGE = format('there is no %s:%s', collection, key);
      END IF;
      SELECT s.version INTO current_version FROM reeve.subject s
      WHERE s.collection_id = c.collection_id AND s.key = action_perform.key FOR UPDATE;
      IF (expected ->> 'version')::bigint <> coalesce(current_version, 0) THEN
        RAISE EXCEPTION USING ERRCODE = 'RV900', DETAIL = 'version', MESSAGE = (
          SELECT format('%s was faster: A%s %s by %s', o.actor, o.action_id, o.kind, o.actor)
          FROM reeve.action o
          WHERE o.collection_id = c.collection_id AND o.key = action_perform.key
          ORDER BY o.action_id DESC LIMIT 1);
      END IF;
      INSERT INTO reeve.action(kind, collection_id, key, actor, policy, grace, reason, until)
      VALUES (verb, c.collection_id, key, session_user, terms.policy, terms.grace, terms.reason,
        terms.until)
      RETURNING * INTO act;
      INSERT INTO reeve.label(collection_id, key, label)
      VALUES (c.collection_id, key, coalesce(target.label, key))
      ON CONFLICT (collection_id, key) DO UPDATE SET label = EXCLUDED.label;
      FOR r IN
        SELECT l.* FROM reeve.rule l
        WHERE l.app = c.app AND l.verb = action_perform.verb AND l.collection_id = c.collection_id
          AND l.is_live
        ORDER BY l.seq
      LOOP
        effects := effects || jsonb_build_object(
          'rule', r.rule_id, 'name', r.name, 'kind', r.kind, 'reversible', r.is_reversible,
          'collection', (SELECT l.name FROM reeve.collection l
            WHERE l.collection_id = r.affected_id),
          'rows', reeve.rule_run(r, act, ARRAY[key], at, 'lock', NULL));
      END LOOP;
      actual := jsonb_build_object('verb', verb, 'until', act.until, 'effects', effects) || (
        SELECT jsonb_build_object('people', count(DISTINCT (o.collection_id, o.key)),
          'notices', count(*), 'due', min(o.due_at))
        FROM reeve.outbox o WHERE o.action_id = act.action_id) || (
        SELECT jsonb_build_object('irreversible', count(*))
        FROM reeve.effect e WHERE e.action_id = act.action_id AND NOT e.is_reversible);
      actual := actual || jsonb_build_object('danger', reeve.plan_grade(actual));
      worse := reeve.plan_worse(expected, actual);
      IF worse IS NOT NULL THEN
        RAISE EXCEPTION USING ERRCODE = 'RV900', DETAIL = 'worse',
          MESSAGE = 'it would do more than the plan you saw: ' || worse;
      END IF;
    EXCEPTION
      WHEN SQLSTATE 'RV900' THEN
        GET STACKED DIAGNOSTICS code = PG_EXCEPTION_DETAIL, message = MESSAGE_TEXT;
      WHEN lock_not_available OR deadlock_detected THEN
        code := 'busy';
        message := format(
          'somebody else is changing %s:%s or what belongs to it; try again', collection, key);
    END;
  END IF;
  IF code IS NOT NULL THEN
    outcome := 'refused';
    detail := '{}';
    PERFORM reeve.command_record(verb, session_user, NULL, c.collection_id, key, code);
    RETURN;
  END IF;
  PERFORM reeve.action_follow(act);
  PERFORM reeve.command_record(
    verb, session_user, NULL, c.collection_id, key, NULL, act.action_id);
  outcome := 'done';
  message := format('A%s', act.action_id);
  detail := actual || jsonb_build_object('action_id', act.action_id, 'label', target.label);
END
$$;

COMMENT ON FUNCTION reeve.action_perform(text, text, text, text, jsonb, jsonb) IS
  'Bans or hides with all it brings down, its notices, jobs and record, in the caller''s '
  'transaction. args: as of action_plan, and record_only for what nothing enforces. expected: the '
  'plan the admin saw, NULL to take what comes. A refusal is returned '
  'and recorded, not raised. Locks the rows FOR NO KEY UPDATE, waits at most 500 ms for one.';

GRANT EXECUTE ON FUNCTION reeve.action_perform(text, text, text, text, jsonb, jsonb)
  TO reeve_viewer;
