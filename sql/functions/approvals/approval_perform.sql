CREATE OR REPLACE FUNCTION reeve.approval_perform(
  verb text, approval_id bigint, why text, expected jsonb)
RETURNS reeve.outcome
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET lock_timeout = '500ms' SET jit = off SET work_mem = '64MB'
AS $$
DECLARE
  -- As text: a name would bring its collation, "C", and no index on text would serve its callees.
  login text := session_user;
  a reeve.approval;
  c reeve.collection;
  k reeve.action_kind;
  barred record;
  own boolean;
  others text[];
  is_alone boolean := FALSE;
  done record;
  s reeve.selection;
  b reeve.batch;
  made bigint;
  given text := nullif(btrim(why), '');
  code text;
  message text;
  detail jsonb;
BEGIN
  IF coalesce(verb NOT IN ('approve', 'reject', 'withdraw'), TRUE) THEN
    RAISE EXCEPTION 'a proposal can be approved, rejected or withdrawn' USING ERRCODE = 'RV001';
  END IF;
  SELECT l.* INTO a FROM reeve.approval l WHERE l.approval_id = approval_perform.approval_id;
  SELECT l.* INTO c FROM reeve.collection l WHERE l.collection_id = a.collection_id;
  SELECT NULL::text AS code, NULL::text AS message INTO barred;
  IF a.collection_id IS NOT NULL THEN
    k := reeve.action_declared(c, a.verb, a.args);
    SELECT r.code, r.message INTO barred
    FROM reeve.action_barred(login, c, k, a.verb, a.key,
      reeve.merge_into(c.collection_id, a.verb, a.args ->> 'name')) r;
  ELSIF a.approval_id IS NOT NULL THEN
    SELECT r.code, r.message INTO barred
    FROM reeve.office_barred(login, a.verb, a.key, a.args) r
    WHERE r.code IN ('rank', 'self');
  END IF;
  own := reeve.person_logins(login, a.proposed_at) && a.proposers
    OR coalesce(a.role_oid = to_regrole(quote_ident(login)), FALSE);
  BEGIN
    IF a.approval_id IS NOT NULL AND (barred.code IS NULL OR own AND verb = 'withdraw') THEN
      -- If two people decide at once, the second waits here and then sees the first one's decision.
      SELECT l.* INTO a FROM reeve.approval l
      WHERE l.approval_id = approval_perform.approval_id FOR NO KEY UPDATE;
    END IF;
    others := CASE WHEN a.collection_id IS NULL
      THEN reeve.office_eligible(a.verb, a.key, a.args)
      ELSE reeve.approval_eligible(c, k, a.verb, a.key,
        reeve.merge_into(c.collection_id, a.verb, a.args ->> 'name')) END;
    SELECT d.code, d.message INTO code, message
    FROM (VALUES
      (0, 'rank', format('to %s needs a rank here, and %s has none', verb, session_user),
        a.approval_id IS NULL AND NOT reeve.member_holds('viewer')),
      (1, 'notfound', format('there is no proposal P%s', approval_perform.approval_id),
        a.approval_id IS NULL),
      -- Whoever has lost the rank may still withdraw, but no code in their session.
      (2, 'rank', barred.message, barred.code IS NOT NULL
        AND (verb <> 'withdraw' OR NOT own OR NOT reeve.client_calls())),
      (3, 'argument', 'a reason has at most 2000 characters', char_length(given) > 2000),
      (4, 'state', format('P%s was %s by %s%s', a.approval_id,
        CASE a.state WHEN 'executed' THEN 'approved' ELSE a.state END, a.decided_by,
        coalesce(' (A' || a.action_id || ')', ' (B' || a.batch_id || ')')),
        a.state NOT IN ('proposed', 'lapsed')),
      (5, 'state', format('P%s lapsed at %s; propose it again', a.approval_id,
        reeve.moment_text(a.lapses_at)), a.lapses_at <= clock_timestamp()),
      (6, 'state', format('the login that proposed P%s is no longer called %s; propose it again',
        a.approval_id, a.proposed_by),
        verb = 'approve' AND a.role_oid <> coalesce(to_regrole(quote_ident(a.proposed_by)), 0)),
      (7, 'state', format('the rank of %s has changed since P%s was proposed; propose it again',
        a.proposed_by, a.approval_id), verb = 'approve' AND reeve.approval_is_void(a)),
      (8, 'other', format('only %2$s can withdraw P%1$s; reject it', a.approval_id, a.proposed_by),
        verb = 'withdraw' AND NOT own),
      (9, 'other', format('P%s is your own; withdraw it', a.approval_id), verb = 'reject' AND own),
      (10, 'other', format('P%s is your own, and needs another person: %s', a.approval_id,
        coalesce(nullif(array_to_string(
          reeve.person_others(others, a.proposed_by, a.proposed_at), ', '), ''),
          'nobody else can for now')),
        verb = 'approve' AND own AND (a.proposed_by <> login
          -- Whoever took a rank in an emergency is never alone enough.
          OR (reeve.glass_open(login)).glass_id IS NOT NULL
          OR NOT reeve.person_is_alone(others, a.proposed_by, a.proposed_at))),
      (11, 'early', format('you are alone: P%s can be confirmed from %s on', a.approval_id,
        reeve.moment_text(a.proposed_at + interval '1 hour')),
        verb = 'approve' AND own AND a.proposed_at + interval '1 hour' > clock_timestamp())
      ) d(place, code, message, is_so)
    WHERE d.is_so
    ORDER BY d.place LIMIT 1;
    is_alone := code IS NULL AND verb = 'approve' AND own;
    IF code IS NULL AND verb = 'approve' AND a.collection_id IS NULL THEN
      SELECT * INTO code, message, detail FROM reeve.office_execute(a);
    ELSIF code IS NULL AND verb = 'approve' AND a.selection_id IS NOT NULL THEN
      SELECT l.* INTO s FROM reeve.selection l WHERE l.selection_id = a.selection_id;
      detail := reeve.batch_estimate(a.verb, s, a.args, a.proposed_by);
      code := CASE WHEN detail ? 'refusal' THEN detail #>> '{refusal,code}' WHEN
        coalesce(reeve.plan_worse(expected, detail), reeve.plan_worse(a.ceiling, detail))
        IS NOT NULL THEN 'worse' END;
      message := coalesce(detail #>> '{refusal,message}', 'it would do more than proposed: '
        || coalesce(reeve.plan_worse(expected, detail), reeve.plan_worse(a.ceiling, detail)));
      IF code IS NULL THEN
        b.verb := a.verb;
        b.collection_id := a.collection_id;
        b.selection_id := a.selection_id;
        b.args := a.args;
        b.ceiling := a.ceiling;
        b.subjects := cardinality(s.keys);
        b.asked_by := a.proposed_by;
        b.approval_id := a.approval_id;
        b := reeve.batch_begin(b);
        detail := reeve.batch_detail(b)
          || reeve.undo_offer(reeve.batch_undo_refusal(b.batch_id, login));
      END IF;
    ELSIF code IS NULL AND verb = 'approve' THEN
      SELECT * INTO done FROM reeve.action_execute(a.verb, c, a.key, a.args, expected,
        login, nullif(a.proposed_by, login), a);
      code := done.code;
      message := done.message;
      detail := done.detail;
      made := done.action_id;
    END IF;
    IF code IS NOT NULL THEN
      RAISE EXCEPTION USING ERRCODE = 'RV900';
    END IF;
  EXCEPTION WHEN SQLSTATE 'RV900' THEN
    IF code IS NULL THEN
      RAISE;
    END IF;  -- Otherwise releases the locks, so that a refused caller blocks nobody.
  WHEN lock_not_available THEN
    code := 'busy';
    message := format('somebody else is deciding P%s%s; look again', approval_id,
      reeve.lock_holders('{reeve.approval}'));
  END;
  IF code IS NULL THEN
    UPDATE reeve.approval l SET
      state = CASE approval_perform.verb WHEN 'approve' THEN 'executed'
        WHEN 'reject' THEN 'rejected' ELSE 'withdrawn' END,
      decided_by = login, decided_at = clock_timestamp(), reason = given,
      action_id = made, batch_id = b.batch_id, is_single_handed = is_alone
    WHERE l.approval_id = a.approval_id;
    INSERT INTO reeve.case_action(case_id, action_id)
    SELECT coalesce(o.duplicate_of, o.case_id), made FROM reeve.case o
    WHERE o.case_id = a.case_id AND made IS NOT NULL;
    message := coalesce('A' || made, 'B' || b.batch_id, 'P' || a.approval_id);
  END IF;
  detail := CASE WHEN code IS NULL THEN coalesce(detail, '{}') ELSE '{}' END;
  PERFORM reeve.command_record(CASE WHEN is_alone THEN 'approve.single-handed' ELSE verb END,
    login, nullif(a.proposed_by, login), a.collection_id, a.key, code,
    made, b.batch_id, jsonb_strip_nulls(jsonb_build_object('approval', a.approval_id,
      'verb', CASE WHEN a.collection_id IS NULL THEN a.verb END)));
  RETURN reeve.outcome_of(code, message, detail);
END
$$;

COMMENT ON FUNCTION reeve.approval_perform(text, bigint, text, jsonb) IS
  'Approves, rejects or withdraws a proposal. An approved action is performed now, for its '
  'proposer, who must have the rank still that they had, and whose rights are checked again; it is '
  'refused if it would do worse than was proposed, or than expected, the plan that the approver '
  'saw. A proposer who is alone confirms after an hour. What was proposed about a case is noted '
  'with it. A refusal is returned and recorded, not raised.';

GRANT EXECUTE ON FUNCTION reeve.approval_perform(text, bigint, text, jsonb) TO reeve_viewer;
