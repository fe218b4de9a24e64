CREATE OR REPLACE FUNCTION reeve.case_act(
  case_id bigint, verb text, app text, collection text, key text, args jsonb, expected jsonb,
  closing jsonb DEFAULT NULL)
RETURNS reeve.outcome
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET lock_timeout = '500ms' SET jit = off SET work_mem = '64MB'
AS $$
DECLARE
  done reeve.outcome := reeve.action_perform(verb, app, collection, key, args, expected);
  closed reeve.outcome;
BEGIN
  PERFORM reeve.case_link(case_id, (done.detail ->> 'action_id')::bigint);
  IF closing IS NOT NULL AND done.code IS NULL THEN
    closed := reeve.case_perform('close', case_id, closing);
    IF closed.code IS NOT NULL THEN
      RAISE EXCEPTION 'C% cannot be closed: %', case_id, closed.message USING ERRCODE = 'RV001',
        HINT = 'Nothing was changed.';
    END IF;
    done.detail := done.detail || jsonb_build_object('closed', closed.detail);
  END IF;
  RETURN done;
END
$$;

COMMENT ON FUNCTION reeve.case_act(bigint, text, text, text, text, jsonb, jsonb, jsonb) IS
  'Performs an action, as reeve.action_perform does, and notes in the same transaction that it '
  'is about a case, if one is given: RV002, and nothing is done, if somebody else has the case '
  'by now. With closing, the arguments of reeve.case_perform, a performed action also closes the '
  'case (detail: closed): RV001, and nothing is done, if it cannot.';

GRANT EXECUTE ON FUNCTION reeve.case_act(bigint, text, text, text, text, jsonb, jsonb, jsonb)
  TO reeve_viewer;
