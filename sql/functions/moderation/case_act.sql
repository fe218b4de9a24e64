CREATE OR REPLACE FUNCTION reeve.case_act(
  case_id bigint, verb text, app text, collection text, key text, args jsonb, expected jsonb)
RETURNS reeve.outcome
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET lock_timeout = '500ms' SET jit = off SET work_mem = '64MB'
AS $$
DECLARE
  done reeve.outcome := reeve.action_perform(verb, app, collection, key, args, expected);
BEGIN
  PERFORM reeve.case_link(case_id, (done.detail ->> 'action_id')::bigint);
  RETURN done;
END
$$;

COMMENT ON FUNCTION reeve.case_act(bigint, text, text, text, text, jsonb, jsonb) IS
  'Performs an action, as reeve.action_perform, and notes in the same transaction that it is about '
  'a case, if one is given: RV002, and nothing done, where somebody else has the case by now.';

GRANT EXECUTE ON FUNCTION reeve.case_act(bigint, text, text, text, text, jsonb, jsonb)
  TO reeve_viewer;
