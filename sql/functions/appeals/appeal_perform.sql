CREATE OR REPLACE FUNCTION reeve.appeal_perform(
  action_id bigint, verdict text, why text)
RETURNS reeve.outcome
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET lock_timeout = '500ms' SET jit = off SET work_mem = '64MB'
AS $$
DECLARE
  -- As text: a name would bring its collation, "C", and no index on text would serve its callees.
  login text := session_user;
  because text := nullif(btrim(why), '');
  present timestamptz := clock_timestamp();
  l reeve.appeal;
  a reeve.action;
  undone jsonb;
  is_alone boolean := FALSE;
  is_told boolean := FALSE;
  barred text;
  code text;
  message text;
  detail jsonb;
BEGIN
  SELECT * INTO a FROM reeve.action x WHERE x.action_id = appeal_perform.action_id;
  BEGIN
    IF reeve.member_acts('moderator') THEN
      SELECT * INTO l FROM reeve.appeal p WHERE p.action_id = a.action_id FOR NO KEY UPDATE;
    ELSE
      SELECT * INTO l FROM reeve.appeal p WHERE p.action_id = a.action_id;
    END IF;
    IF NOT FOUND THEN
      PERFORM reeve.member_require('viewer');
      RAISE EXCEPTION 'there is no appeal against A%', appeal_perform.action_id
        USING ERRCODE = 'RV004', HINT = '`appeals` lists what waits.';
    END IF;
    is_alone := reeve.person_logins(session_user, least(l.opened_at, a.performed_at)) && l.actors;
    barred := reeve.appeal_barred(a.action_id, login);
    IF NOT reeve.member_acts('moderator') THEN
      code := 'rank';
      message := 'deciding an appeal needs the rank moderator and a login of your own';
    ELSIF l.decided_at IS NOT NULL THEN
      code := 'state';
      message := format('%s decided it at %s: %s', l.decided_by, reeve.moment_text(l.decided_at),
        l.outcome);
    ELSIF barred IS NOT NULL THEN
      code := 'self';
      message := barred;
    ELSIF verdict IN ('upheld', 'overturned', 'partly') IS NOT TRUE THEN
      code := 'argument';
      message := 'give the outcome: upheld, overturned or partly';
    ELSIF because IS NULL OR char_length(because) > 2000 THEN
      code := 'argument';
      message := 'say why, in at most 2000 characters';
    END IF;
    IF code IS NULL THEN
      -- Decided before it is undone, so that the undo knows whether the strike stays.
      UPDATE reeve.appeal p
      SET decided_at = present, decided_by = session_user, outcome = verdict, reason = because,
        is_single_handed = is_alone
      WHERE p.action_id = a.action_id;
    END IF;
    IF code IS NULL AND verdict <> 'upheld' THEN
      SELECT to_jsonb(u) INTO undone FROM reeve.undo_perform(a.action_id, because, NULL) u;
      -- An action that cannot be restored was wrong all the same: its strike is void, the appellant
      -- notified.
      IF undone ->> 'code' NOT IN ('undone', 'final') THEN
        code := undone ->> 'code';
        message := undone ->> 'message';
      ELSIF undone ->> 'code' IS NOT NULL AND verdict = 'overturned' THEN
        PERFORM reeve.strike_withdraw(ARRAY[a.action_id], coalesce(a.reversed_by, a.action_id),
          session_user, NULL);
      END IF;
    END IF;
    IF code IS NOT NULL THEN
      RAISE EXCEPTION USING ERRCODE = 'RV900';
    END IF;
  EXCEPTION WHEN SQLSTATE 'RV900' THEN
    NULL;  -- Releases the lock, so that a refused caller blocks nobody.
  WHEN lock_not_available THEN
    code := 'busy';
    message := format('somebody else is deciding about A%s%s; try again', a.action_id,
      reeve.lock_holders('{reeve.appeal}'));
  END;
  IF code IS NULL THEN
    -- If the app has the template. It never says who decided.
    INSERT INTO reeve.outbox(
      action_id, collection_id, key, about, template, locale, zone, arguments, due_at, act)
    SELECT a.action_id, l.collection_id, h.key, c.name || ':' || a.key, 'appeal-' || verdict,
      h.locale, h.zone, jsonb_build_object('action', 'A' || a.action_id, 'at', a.performed_at,
        'until', a.until, 'policy', p.title, 'label', coalesce(
          (SELECT b.label FROM reeve.label b
            WHERE b.collection_id = a.collection_id AND b.key = a.key), a.key)),
      clock_timestamp() + interval '60 seconds', 'A' || a.action_id
    FROM reeve.collection c
    CROSS JOIN LATERAL reeve.app_recipients(l.collection_id, ARRAY[l.key]) h
    LEFT JOIN reeve.policy p ON p.app = c.app AND p.name = a.policy
    WHERE c.collection_id = a.collection_id AND EXISTS (
      SELECT FROM reeve.template t WHERE t.app = c.app AND t.name = 'appeal-' || verdict);
    is_told := FOUND;
    IF is_told THEN
      PERFORM reeve.outbox_follow(ARRAY[a.action_id]);
    END IF;
  END IF;
  PERFORM reeve.command_record(
    CASE WHEN is_alone AND code IS NULL THEN 'appeal.single-handed' ELSE 'appeal' END, session_user,
    NULL, a.collection_id, a.key, code, a.action_id);
  detail := '{}';
  IF code IS NOT NULL THEN
    RETURN reeve.outcome_of(code, message, detail);
  END IF;
  message := verdict;
  detail := jsonb_build_object('verdict', verdict,
    -- An undo that restored nothing, or whose action had ended, cannot itself be undone.
    'undo', CASE WHEN undone ->> 'code' IS NULL THEN undone -> 'detail' END, 'notified', is_told);
  RETURN reeve.outcome_of(code, message, detail);
END
$$;

COMMENT ON FUNCTION reeve.appeal_perform(bigint, text, text) IS
  'Decides the appeal against an action; the decider must not have performed it, if there is '
  'anybody else. upheld; overturned (reverses the action in the same transaction as far as it '
  'can be restored, and its strike with it); or partly (undoes it; the strike stays). The '
  'appellant is notified after 60 s. A refusal is returned and recorded, not raised, except '
  'RV004.';

GRANT EXECUTE ON FUNCTION reeve.appeal_perform(bigint, text, text) TO reeve_viewer;
