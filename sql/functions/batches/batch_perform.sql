CREATE OR REPLACE FUNCTION reeve.batch_perform(
  verb text, selection text, args jsonb, expected jsonb)
RETURNS reeve.outcome
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET lock_timeout = '500ms' SET jit = off SET work_mem = '64MB'
AS $$
DECLARE
  -- As text: a name would bring its collation, "C", and no index on text would serve its callees.
  login text := session_user;
  s reeve.selection := reeve.selection_of(selection);
  c reeve.collection;
  b reeve.batch;
  plan jsonb;
  worse text;
  approval bigint;
  code text;
  message text;
  detail jsonb;
BEGIN
  SELECT l.* INTO c FROM reeve.collection l WHERE l.collection_id = s.collection_id;
  plan := reeve.batch_estimate(verb, s, args, login);
  worse := reeve.plan_worse(expected, plan);
  IF plan ? 'refusal' THEN
    code := plan #>> '{refusal,code}';
    message := plan #>> '{refusal,message}';
  ELSIF NOT coalesce((plan ->> 'enforced')::boolean, FALSE)
    AND (reeve.args_read(NULL::reeve.action_args, args)).record_only IS NOT TRUE THEN
    code := 'unenforced';
    message := format(
      'a %s of %s is recorded, NOT enforced: confirm that it is recorded only', verb, c.name);
  ELSIF worse IS NOT NULL THEN
    code := 'worse';
    message := 'it would do more than the plan that you saw: ' || worse;
  ELSIF plan ? 'approval' THEN
    approval := reeve.approval_propose(verb, c, NULL, args,
      reeve.batch_ceiling(plan) || jsonb_build_object('approval', plan -> 'approval'),
      s.selection_id);
    code := 'approval';
    message := 'P' || approval;
    detail := plan -> 'approval' || (
      SELECT jsonb_build_object('approval_id', a.approval_id, 'lapses_at', a.lapses_at,
        'confirm_at', a.proposed_at + interval '1 hour')
      FROM reeve.approval a WHERE a.approval_id = approval);
    RETURN reeve.outcome_of(code, message, detail);
  END IF;
  IF code IS NOT NULL THEN
    detail := '{}';
    PERFORM reeve.command_record(verb, session_user, NULL, c.collection_id, code => code);
    RETURN reeve.outcome_of(code, message, detail);
  END IF;
  b.verb := verb;
  b.collection_id := s.collection_id;
  b.selection_id := s.selection_id;
  b.args := args;
  b.ceiling := plan;
  b.subjects := cardinality(s.keys);
  b.asked_by := session_user;
  b := reeve.batch_begin(b);
  message := 'B' || b.batch_id;
  detail := reeve.batch_detail(b)
    || reeve.undo_offer(reeve.batch_undo_refusal(b.batch_id, login));
  RETURN reeve.outcome_of(code, message, detail);
END
$$;

COMMENT ON FUNCTION reeve.batch_perform(text, text, jsonb, jsonb) IS
  'Performs an action of the catalog on a selection: up to 500 subjects in the caller''s '
  'transaction, more by a job. args, expected: as in action_perform, for the whole. If its '
  'impact needs a second person, it is proposed instead. A refusal is returned and recorded, not '
  'raised; RV004: no such selection.';

GRANT EXECUTE ON FUNCTION reeve.batch_perform(text, text, jsonb, jsonb) TO reeve_viewer;
