CREATE OR REPLACE FUNCTION reeve.action_execute(
  verb text, c reeve.collection, key text, args jsonb, expected jsonb, actor text, principal text,
  approval reeve.approval,
  OUT code text, OUT message text, OUT detail jsonb, OUT action_id bigint)
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
SET enable_seqscan = off  -- The planner may still believe that tables are empty.
AS $$
DECLARE
  at timestamptz := clock_timestamp();
  k reeve.action_kind := reeve.action_declared(c, verb, args);
  terms record;
  target record;
  act reeve.action;
  -- A merge is of two.
  subjects text[];
  stale text;
  other record;
  effects jsonb;
  ran record;
  needs text[];
  worse text;
  said text;
BEGIN
  SELECT * INTO terms FROM reeve.action_terms(c, k, verb, args, at);
  SELECT * INTO code, message
  FROM reeve.action_barred(coalesce(principal, actor), c, k, verb, key,
    CASE WHEN k.name = 'merge' THEN terms.name END);
  IF code IS NOT NULL THEN
    RETURN;
  ELSIF terms.problem IS NOT NULL THEN
    code := 'argument';
    message := terms.problem;
    RETURN;
  ELSIF reeve.action_damage(c, verb) IS NOT NULL THEN
    code := 'app';
    message := reeve.action_damage(c, verb);
    RETURN;
  ELSIF NOT reeve.action_is_enforced(c, k, verb)
    AND (terms.given).record_only IS NOT TRUE THEN
    code := 'unenforced';
    message := format(
      'a %s of %s:%s is recorded, NOT enforced: confirm that it is recorded only', verb,
      c.name, key);
    RETURN;
  ELSIF k.name = 'erase' THEN
    message := (
      SELECT reeve.hold_refusal(c.app, array_agg(r.collection_id), array_agg(r.key))
      FROM reeve.erase_reach(c.collection_id, ARRAY[key]) r);
    IF message IS NOT NULL THEN
      code := 'held';
      RETURN;
    END IF;
  END IF;
  subjects := ARRAY[key] || CASE WHEN k.name = 'merge' THEN ARRAY[terms.name] END;
  BEGIN
    IF (k.needs_policy OR k.name = 'merge') AND approval.approval_id IS NULL AND EXISTS (
      SELECT FROM reeve.approval_rule l
      WHERE l.quota IS NOT NULL AND coalesce(l.app, c.app) = c.app)
    THEN
      -- Sessions of one person take turns, so that each counts what the others did.
      PERFORM reeve.turns_take(ARRAY['quota ' || reeve.person_name(coalesce(principal, actor))]);
    END IF;
    -- The row is locked before its subject: every command takes locks in this order.
    SELECT * INTO target FROM reeve.app_lock(c.collection_id, subjects) l WHERE l.key = subjects[1];
    -- A row that the app itself removed may still be erased from Reeve's own tables.
    IF NOT FOUND AND NOT (k.name = 'erase' AND EXISTS (
      SELECT FROM reeve.label l
      WHERE l.collection_id = c.collection_id AND l.key = action_execute.key))
    THEN
      RAISE EXCEPTION USING ERRCODE = 'RV900', DETAIL = 'notfound',
        MESSAGE = format('there is no %s:%s', c.name, key);
    ELSIF k.name = 'hold' THEN
      -- Waits for a running step of an erasure.
      PERFORM reeve.turn_take('hold ' || c.app);
    ELSIF k.name = 'erase' AND strpos(lower(terms.reason), lower(target.label)) > 0 THEN
      RAISE EXCEPTION USING ERRCODE = 'RV900', DETAIL = 'argument',
        MESSAGE = 'the reason stays on record: do not name the person in it';
    END IF;
    PERFORM FROM reeve.subject s
    WHERE s.collection_id = c.collection_id AND s.key = ANY (subjects) ORDER BY s.key FOR UPDATE;
    stale := (
      SELECT u.key
      FROM unnest(subjects, '{version,into_version}'::text[]) WITH ORDINALITY u(key, field, place)
      LEFT JOIN reeve.subject s ON s.collection_id = c.collection_id AND s.key = u.key
      WHERE (expected ->> u.field)::bigint <> coalesce(s.version, 0) ORDER BY u.place LIMIT 1);
    IF stale IS NOT NULL THEN
      RAISE EXCEPTION USING ERRCODE = 'RV900', DETAIL = 'version', MESSAGE = coalesce((
        SELECT format('%s was faster: A%s %s by %s', o.actor, o.action_id, o.verb,
          reeve.actor_text(o.actor, o.principal))
        FROM reeve.action o
        WHERE o.collection_id = c.collection_id AND o.key = stale OR o.action_id IN (
          SELECT m.action_id FROM reeve.mark m
          WHERE m.collection_id = c.collection_id AND m.kind = 'merge' AND m.name = stale)
        ORDER BY o.action_id DESC LIMIT 1), 'it has changed since you saw it');
    END IF;
    IF k.name = 'merge' THEN
      -- Now that both are locked.
      SELECT * INTO other FROM reeve.merge_barred(c, key, terms.name, (terms.given).despite_ban);
      IF other.code IS NOT NULL THEN
        RAISE EXCEPTION USING ERRCODE = 'RV900', DETAIL = other.code, MESSAGE = other.message;
      END IF;
    END IF;
    SELECT m.action_id, m.name INTO other FROM reeve.mark m
    WHERE m.collection_id = c.collection_id AND m.key = action_execute.key AND m.kind = k.name
      AND m.name = coalesce(terms.name, verb) AND m.until >= terms.until AND m.until > at
      AND m.is_protecting >= terms.is_protecting AND m.kind <> 'hold'
    ORDER BY m.action_id LIMIT 1;
    IF FOUND THEN
      RAISE EXCEPTION USING ERRCODE = 'RV900', DETAIL = 'already', MESSAGE = format(
        '%s:%s already has the %s %s, by A%s', c.name, key,
        CASE WHEN terms.name IS NULL THEN 'mark' ELSE k.name END, other.name, other.action_id);
    END IF;
    INSERT INTO reeve.action(verb, collection_id, key, actor, principal, policy, grace, severity,
      reason, public_reason, until, name, is_protecting, approval_id, erase_at,
      evidence_id, clause_id, term_id, deed_at, reply_id)
    SELECT verb, c.collection_id, action_execute.key, actor, principal, terms.policy, terms.grace,
      terms.severity, terms.reason,
      CASE WHEN terms.reply_id IS NULL THEN terms.public_reason ELSE reeve.reply_reason(
        terms.reply_id, coalesce(target.label, action_execute.key), terms.policy,
        c.app, terms.until, terms.name)
      END, terms.until, terms.name,
      terms.is_protecting, approval.approval_id, at + (
        SELECT d.erase_after FROM reeve.catalog_action d
        WHERE d.app = c.app AND d.verb = action_execute.verb
          AND d.collection_id = c.collection_id AND k.has_window),
      CASE WHEN NOT reeve.rule_destroys(c, verb)
        THEN reeve.evidence_capture(c.collection_id, action_execute.key) END,
      x.clause_id, x.term_id, x.deed_at, terms.reply_id
    FROM (SELECT) one
    LEFT JOIN reeve.action_cited(c, terms.policy, ARRAY[action_execute.key], at) x ON TRUE
    RETURNING * INTO act;
    INSERT INTO reeve.label(collection_id, key, label)
    VALUES (c.collection_id, key, coalesce(target.label, key))
    ON CONFLICT ON CONSTRAINT label_pkey DO UPDATE SET label = EXCLUDED.label;
    INSERT INTO reeve.mark(action_id, collection_id, key, kind, name, until, is_protecting)
    SELECT act.action_id, c.collection_id, key, k.name, coalesce(terms.name, verb), terms.until,
      terms.is_protecting
    WHERE k.is_marking;
    PERFORM reeve.outside_put(c, verb, ARRAY[act.action_id], ARRAY[key]);
    ran := reeve.rule_run(c, verb, act, ARRAY[key], at, defers_files => k.name = 'erase');
    effects := ran.effects;
    IF k.name = 'merge' THEN
      PERFORM reeve.merge_cover(c, act.name, actor, principal);
    END IF;
    IF EXISTS (SELECT FROM jsonb_array_elements(effects) e WHERE e ->> 'kind' = 'set')
      AND NOT EXISTS (SELECT FROM jsonb_array_elements(effects) e
        WHERE e ->> 'kind' IN ('hide', 'erase') OR (e ->> 'rows')::int > 0)
    THEN
      RAISE EXCEPTION USING ERRCODE = 'RV900', DETAIL = 'state', MESSAGE = format(
        'cannot %s: %s:%s is not in a state that allows it', verb, c.name, key);
    END IF;
    IF k.name = 'erase' THEN
      effects := effects || reeve.erase_begin(act, c, ran.touched);
    END IF;
    detail := jsonb_build_object('action_id', act.action_id, 'label', target.label, 'verb', verb,
      'until', act.until, 'erase_at', act.erase_at, 'effects', effects) || (
      SELECT jsonb_build_object('people', count(DISTINCT (o.collection_id, o.key)),
        'notices', count(DISTINCT (o.collection_id, o.key)), 'due', min(o.due_at))
      FROM reeve.outbox o WHERE o.action_id = act.action_id AND o.state = 'queued') || (
      SELECT jsonb_build_object('irreversible', count(*) + (
        SELECT coalesce(sum((f ->> 'rows')::bigint), 0)
        FROM jsonb_array_elements(effects) f WHERE f ->> 'kind' = 'erase'))
      FROM reeve.effect e WHERE e.action_id = act.action_id AND NOT e.is_reversible);
    detail := detail || jsonb_build_object('danger', reeve.plan_grade(k, detail));
    needs := reeve.approval_need(
      coalesce(principal, actor), c, k, verb, subjects, detail, at, act.action_id);
    worse := coalesce(
      reeve.plan_worse(expected, detail), reeve.plan_worse(approval.ceiling, detail));
    IF worse IS NOT NULL THEN
      RAISE EXCEPTION USING ERRCODE = 'RV900', DETAIL = 'worse',
        MESSAGE = 'it would do more than the plan that you saw: ' || worse;
    ELSIF needs IS NOT NULL AND approval.approval_id IS NULL THEN
      detail := detail - 'action_id' || jsonb_build_object('approval', jsonb_build_object(
        'rules', needs, 'others', reeve.person_others(
          reeve.approval_eligible(c, k, verb, key, subjects[2]), coalesce(principal, actor))));
      RAISE EXCEPTION USING ERRCODE = 'RV900', DETAIL = 'approval',
        MESSAGE = 'it needs a second person: ' || array_to_string(needs, '; ');
    ELSIF act.policy IS NOT NULL THEN
      PERFORM reeve.strike_propose(ARRAY[act.action_id]);
    END IF;
  EXCEPTION
    WHEN SQLSTATE 'RV900' THEN
      GET STACKED DIAGNOSTICS code = PG_EXCEPTION_DETAIL, message = MESSAGE_TEXT;
      RETURN;
    WHEN SQLSTATE 'RV006' THEN
      code := 'app';
      GET STACKED DIAGNOSTICS message = MESSAGE_TEXT, said = PG_EXCEPTION_DETAIL;
      message := message || coalesce(' (' || nullif(rtrim(said, '.'), '') || ')', '');
      RETURN;
    WHEN lock_not_available OR deadlock_detected THEN
      code := 'busy';
      message := format('somebody else is changing %s:%s or its dependent rows%s; try again',
        c.name, key, reeve.lock_holders('{reeve.subject,reeve.turn}', c.relation));
      RETURN;
  END;
  action_id := act.action_id;
  PERFORM reeve.action_follow(act);
  detail := detail || reeve.undo_offer(reeve.undo_refusal(act.action_id))
    || jsonb_build_object('outside', (
      SELECT jsonb_agg(o.sends ORDER BY o.outside_id)
      FROM reeve.outside o WHERE o.action_id = act.action_id AND o.file IS NULL),
      'files', reeve.file_count(act.action_id))
    || jsonb_build_object('kept', CASE WHEN k.name <> 'erase'
      THEN reeve.plan_kept(effects) ELSE '[]' END,
      'jobs', (
        SELECT jsonb_agg(jsonb_build_object('job', x.job, 'way', x.way, 'rows', x.rows))
        FROM (
          SELECT j.job, CASE WHEN j.inverse IS NULL THEN 'stays' ELSE 'enqueues' END AS way,
            count(*) AS rows
          FROM reeve.effect_job j WHERE j.action_id = act.action_id GROUP BY 1, 2 ORDER BY 1) x));
  PERFORM reeve.command_record(
    verb, actor, principal, c.collection_id, key, NULL, act.action_id);
END
$$;

COMMENT ON FUNCTION reeve.action_execute(
  text, reeve.collection, text, jsonb, jsonb, text, text, reeve.approval) IS
  'Performs an action with all its effects, marks, notices, jobs and record, or returns why not '
  '(code, message) and leaves nothing behind. principal: for whom the actor acts, whose rights '
  'are checked; expected: the plan that was seen, NULL to accept any; approval: that of the '
  'second person, if there is one. With the code approval, detail says what it would have done. '
  'Locks the rows FOR NO KEY UPDATE.';
