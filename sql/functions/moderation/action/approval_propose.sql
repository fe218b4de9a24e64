CREATE OR REPLACE FUNCTION reeve.approval_propose(
  verb text, c reeve.collection, key text, args jsonb, ceiling jsonb,
  selection_id bigint DEFAULT NULL)
RETURNS bigint
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  -- As text: a name would bring its collation, "C", and no index on text would serve its callees.
  login text := session_user;
  proposed reeve.approval;
BEGIN
  SELECT a.* INTO proposed FROM reeve.approval a
  WHERE a.state = 'proposed' AND a.lapses_at > clock_timestamp() AND a.proposed_by = login
    AND NOT reeve.approval_is_void(a)
    AND a.verb = approval_propose.verb AND a.collection_id = c.collection_id
    AND a.key IS NOT DISTINCT FROM approval_propose.key
    AND a.selection_id IS NOT DISTINCT FROM approval_propose.selection_id
    AND a.args = approval_propose.args
  ORDER BY a.approval_id LIMIT 1;
  IF NOT FOUND THEN
    INSERT INTO reeve.approval(
      verb, collection_id, key, selection_id, args, ceiling, rules, proposed_by)
    SELECT verb, c.collection_id, key, approval_propose.selection_id, args, ceiling - 'approval',
      ARRAY(SELECT jsonb_array_elements_text(ceiling #> '{approval,rules}')), login
    RETURNING * INTO proposed;
    PERFORM reeve.console_ring();
    PERFORM reeve.enqueue('moderation.lift',
      jsonb_build_object('approval_id', proposed.approval_id), proposed.lapses_at,
      0::smallint, c.app, c.collection_id, key);
  END IF;
  PERFORM reeve.command_record('propose', login, NULL, c.collection_id, key,
    detail => jsonb_build_object('approval', proposed.approval_id));
  RETURN proposed.approval_id;
END
$$;

COMMENT ON FUNCTION reeve.approval_propose(
  text, reeve.collection, text, jsonb, jsonb, bigint) IS
  'Proposes an action, on a subject or a selection, to a second person, and schedules the end of '
  'the waiting; returns the approval, the existing one if the login proposed the same. ceiling: '
  'the plan, and the rules that apply.';
