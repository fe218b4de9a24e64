CREATE OR REPLACE FUNCTION reeve.case_act(
  case_id bigint, verb text, app text, collection text, key text, args jsonb, expected jsonb,
  closing jsonb DEFAULT NULL)
RETURNS reeve.outcome
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET lock_timeout = '500ms' SET jit = off SET work_mem = '64MB'
AS $$
DECLARE
  done reeve.outcome;
  other reeve.outcome;
  k reeve.case;
BEGIN
  IF case_id IS NULL AND closing IS NULL THEN
    RETURN reeve.action_perform(verb, app, collection, key, args, expected);
  END IF;
  BEGIN
    done := reeve.action_perform(verb, app, collection, key, args, expected);
    -- Every command locks a case after the rows of the app and their subjects.
    SELECT o.* INTO k FROM reeve.case o WHERE o.case_id = case_act.case_id;
    IF k.closed_at IS NOT NULL OR k.claimed_by IS DISTINCT FROM session_user
      OR k.claimed_until <= clock_timestamp()
    THEN
      -- A refusal leaves the case as it is.
      IF done.outcome = 'refused' THEN
        RETURN done;
      END IF;
      other := reeve.case_perform('claim', case_id);
      IF other.code IS NOT NULL THEN
        RAISE EXCEPTION USING ERRCODE = 'RV900';
      END IF;
    END IF;
  EXCEPTION WHEN SQLSTATE 'RV900' THEN
    PERFORM reeve.case_record(k, 'claim', other.code);
    RETURN other;
  END;
  PERFORM reeve.case_link(case_id, (done.detail ->> 'action_id')::bigint,
    (done.detail ->> 'approval_id')::bigint);
  IF closing IS NOT NULL AND done.code IS NULL THEN
    other := reeve.case_perform('close', case_id, closing);
    IF other.code IS NOT NULL THEN
      RAISE EXCEPTION 'C% cannot be closed: %', case_id, other.message USING ERRCODE = 'RV001',
        HINT = 'Nothing was changed.';
    END IF;
    done.detail := done.detail || jsonb_build_object('closed', other.detail);
  END IF;
  SELECT o.* INTO k FROM reeve.case o WHERE o.case_id = case_act.case_id;
  done.detail := done.detail || jsonb_build_object('lease',
    extract(epoch FROM k.claimed_until - clock_timestamp())::int);
  RETURN done;
END
$$;

COMMENT ON FUNCTION reeve.case_act(bigint, text, text, text, text, jsonb, jsonb, jsonb) IS
  'Performs an action, as reeve.action_perform does, and notes in the same transaction that it '
  'is about a case, if one is given, which a performed or proposed action claims where the caller '
  'does not have it: with the outcome of reeve.case_perform, and nothing is done, if that is '
  'refused. detail: lease, for how many seconds the case is the caller''s. RV001 if the case is '
  'about another subject. With closing, the arguments of reeve.case_perform, a performed action '
  'also closes the case (detail: closed): RV001, and nothing is done, if it cannot.';

GRANT EXECUTE ON FUNCTION reeve.case_act(bigint, text, text, text, text, jsonb, jsonb, jsonb)
  TO reeve_viewer;
