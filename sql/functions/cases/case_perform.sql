CREATE OR REPLACE FUNCTION reeve.case_perform(
  verb text, case_id bigint, args jsonb DEFAULT '{}')
RETURNS reeve.outcome
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET lock_timeout = '500ms'
AS $$
DECLARE
  -- As text: a name would bring its collation, "C", and no index on text would serve its callees.
  login text := session_user;
  present timestamptz := clock_timestamp();
  given constant reeve.case_args := reeve.args_read(NULL::reeve.case_args, args);
  reason text := nullif(btrim(given.why), '');
  heir text := given."to";
  k reeve.case;
  told int := 0;
  code text;
  message text;
  detail jsonb;
BEGIN
  IF coalesce(verb NOT IN ('claim', 'release', 'steal', 'close', 'reopen'), TRUE) THEN
    RAISE EXCEPTION 'a case can be claimed, released, stolen, closed or reopened'
      USING ERRCODE = 'RV001';
  END IF;
  SELECT o.* INTO k FROM reeve.case o WHERE o.case_id = case_perform.case_id;
  IF NOT FOUND THEN
    PERFORM reeve.member_require('viewer');
    RAISE EXCEPTION 'there is no case C%', case_id USING ERRCODE = 'RV004',
      HINT = '`queue` lists them.';
  END IF;
  BEGIN
    -- Both cases of a duplicate, in the order in which everybody locks them.
    PERFORM FROM reeve.case o WHERE o.case_id IN (k.case_id, given.of, k.duplicate_of)
      AND reeve.member_acts('moderator')
    ORDER BY o.case_id FOR NO KEY UPDATE;
    SELECT o.* INTO k FROM reeve.case o WHERE o.case_id = k.case_id;
    SELECT r.* INTO code, message FROM reeve.verb_refusal(verb, reason, 'moderator') r;
    IF code IS NOT NULL THEN
      NULL;
    ELSIF verb <> 'release' AND reeve.subject_own(k.collection_id, ARRAY[k.key], login) THEN
      code := 'self';
      message := format('C%s is about you, or what is yours: nobody decides about themselves',
        k.case_id);
    ELSIF (verb = 'reopen') <> (k.closed_at IS NOT NULL) THEN
      code := 'state';
      message := CASE WHEN k.closed_at IS NULL THEN format('C%s is open', k.case_id)
        ELSE format('%s closed C%s at %s: %s', k.closed_by, k.case_id,
          reeve.moment_text(k.closed_at), k.outcome) END;
    ELSIF k.claimed_until > present AND k.claimed_by <> session_user AND verb <> 'steal' THEN
      code := 'claimed';
      message := format('%s took C%s at %s and has it until %s; `steal C%s` takes it over',
        k.claimed_by, k.case_id, reeve.moment_text(k.claimed_at),
        reeve.moment_text(k.claimed_until), k.case_id);
    ELSIF verb = 'release' AND k.claimed_by IS DISTINCT FROM session_user THEN
      code := 'state';
      message := format('C%s is not yours: nobody works on it', k.case_id);
    ELSIF verb = 'release' AND heir IS NOT NULL AND (heir = session_user
      OR NOT reeve.rank_suffices(reeve.member_rank_of(heir), 'moderator')) THEN
      code := 'argument';
      message := CASE heir WHEN session_user THEN format('C%s is yours already', k.case_id)
        ELSE format('%s is no moderator here; `team` lists who is', heir) END;
    ELSIF verb = 'release' AND heir IS NOT NULL
      AND reeve.subject_own(k.collection_id, ARRAY[k.key], heir) THEN
      code := 'argument';
      message := format('C%s is about %s, or what is theirs: nobody decides about themselves',
        k.case_id, heir);
    ELSIF verb = 'steal' AND (k.claimed_until <= present) IS NOT FALSE THEN
      code := 'state';
      message := format('nobody works on C%s: `claim C%s`', k.case_id, k.case_id);
    ELSIF verb = 'steal' AND k.claimed_by = session_user THEN
      code := 'state';
      message := format('C%s is yours already', k.case_id);
    ELSIF verb = 'close' THEN
      code := CASE WHEN reason IS NULL OR given.outcome IS NULL
        OR given.outcome NOT IN ('upheld', 'dismissed', 'duplicate')
        OR (given.outcome = 'duplicate') <> (given.of IS NOT NULL) OR given.of = k.case_id
        OR given.outcome = 'duplicate' AND NOT EXISTS (
          SELECT FROM reeve.case o
          WHERE o.case_id = given.of AND o.closed_at IS NULL AND o.collection_id IN (
            SELECT c.collection_id FROM reeve.collection c WHERE c.app = (
              SELECT c.app FROM reeve.collection c WHERE c.collection_id = k.collection_id)))
        THEN 'argument' END;
      message := CASE
        WHEN given.outcome IN ('upheld', 'dismissed', 'duplicate') IS NOT TRUE THEN
          'give the outcome: upheld, dismissed or duplicate'
        WHEN reason IS NULL THEN 'say why'
        WHEN (given.outcome = 'duplicate') <> (given.of IS NOT NULL) THEN
          'name the other case for a duplicate, and only for a duplicate'
        ELSE format('C%s is no other open case of this app', given.of) END;
    ELSIF verb = 'reopen' AND EXISTS (
      SELECT FROM reeve.case o
      WHERE o.collection_id = k.collection_id AND o.key = k.key AND o.closed_at IS NULL
        AND o.policy IS NOT DISTINCT FROM k.policy AND o.request IS NOT DISTINCT FROM k.request)
    THEN
      code := 'state';
      message := (
        SELECT format('C%s is open about the same', o.case_id) FROM reeve.case o
        WHERE o.collection_id = k.collection_id AND o.key = k.key AND o.closed_at IS NULL
          AND o.policy IS NOT DISTINCT FROM k.policy
          AND o.request IS NOT DISTINCT FROM k.request);
    END IF;
    IF code IS NOT NULL THEN
      RAISE EXCEPTION USING ERRCODE = 'RV900';
    END IF;
    CASE verb
      WHEN 'release' THEN
        UPDATE reeve.case o
        SET claimed_by = heir, claimed_at = CASE WHEN heir IS NOT NULL THEN present END,
          claimed_until = CASE WHEN heir IS NOT NULL THEN present + reeve.case_lease() END
        WHERE o.case_id = k.case_id;
      WHEN 'close' THEN
        UPDATE reeve.case o
        SET claimed_by = NULL, claimed_at = NULL, claimed_until = NULL, closed_at = present,
          closed_by = session_user, outcome = given.outcome, duplicate_of = given.of
        WHERE o.case_id = k.case_id;
        IF given.of IS NULL THEN
          told := reeve.case_notify(k, given.outcome, present);
        ELSE
          UPDATE reeve.case o SET duplicate_of = given.of WHERE o.duplicate_of = k.case_id;
          PERFORM reeve.case_recount(ARRAY[given.of]);
        END IF;
      ELSE
        UPDATE reeve.case o
        SET claimed_by = session_user, claimed_until = present + reeve.case_lease(),
          claimed_at = CASE WHEN o.claimed_by = session_user THEN o.claimed_at ELSE present END,
          closed_at = NULL, closed_by = NULL, outcome = NULL, duplicate_of = NULL
        WHERE o.case_id = k.case_id;
    END CASE;
    IF verb = 'reopen' THEN
      UPDATE reeve.outbox o SET state = 'withdrawn'
      WHERE o.case_id = k.case_id AND o.state = 'queued';
      GET DIAGNOSTICS told = ROW_COUNT;
      PERFORM reeve.case_recount(array_remove(ARRAY[k.case_id, k.duplicate_of], NULL));
    END IF;
  EXCEPTION WHEN SQLSTATE 'RV900' THEN
    NULL;  -- Releases the lock, so that a refused caller blocks nobody.
  -- Somebody may have opened a case about the same since the look above.
  WHEN lock_not_available OR deadlock_detected OR unique_violation THEN
    code := 'busy';
    message := format('somebody else is changing C%s%s; try again', k.case_id,
      reeve.lock_holders('{reeve.case}'));
  END;
  IF verb = 'release' THEN
    reason := nullif(concat_ws(': ', 'to ' || heir, reason), '');
  END IF;
  detail := jsonb_build_object('case_id', k.case_id);
  IF code IS NOT NULL THEN
    PERFORM reeve.case_record(k, verb, code, reason);
    RETURN reeve.outcome_of(code, message, detail);
  END IF;
  detail := detail || jsonb_strip_nulls(jsonb_build_object(
    'holder', CASE verb WHEN 'steal' THEN k.claimed_by END,
    'outcome', CASE verb WHEN 'reopen' THEN k.outcome WHEN 'close' THEN given.outcome END,
    'lease', CASE WHEN verb NOT IN ('release', 'close')
      THEN extract(epoch FROM reeve.case_lease())::int END));
  message := coalesce(CASE verb WHEN 'steal' THEN k.claimed_by WHEN 'reopen' THEN k.outcome
    WHEN 'close' THEN given.outcome END, '');
  IF verb = 'steal' OR heir IS NOT NULL THEN
    PERFORM reeve.console_ring();
  END IF;
  -- Behind its notices, which it seals.
  PERFORM reeve.case_record(k, verb, code, reason);
  detail := detail || jsonb_build_object('notices', told);
  RETURN reeve.outcome_of(code, message, detail);
END
$$;

COMMENT ON FUNCTION reeve.case_perform(text, bigint, jsonb) IS
  'Claims (or keeps), releases, steals, closes or reopens a case. args: why; to close, outcome '
  'upheld, dismissed or duplicate, the last with of, the open case that takes over its reports; '
  'to release, to: the colleague who gets it, for the length of a lease. Nobody claims, steals, '
  'closes, reopens or is given a case about themselves or what is theirs (self). Closing notifies '
  'its reporters after 60 s; reopening withdraws notices not yet sent. A refusal is returned and '
  'recorded, not raised, except RV004 and RV001. The message of a theft names the previous '
  'claimant; lease: for how many seconds the case is the caller''s.';

GRANT EXECUTE ON FUNCTION reeve.case_perform(text, bigint, jsonb) TO reeve_viewer;
