CREATE OR REPLACE FUNCTION reeve.office_propose(
  verb text, key text, args jsonb, why text, rule text)
RETURNS reeve.outcome
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  proposed reeve.approval;
  given text := nullif(btrim(why), '');
  code text;
  message text;
BEGIN
  args := jsonb_strip_nulls(args);
  SELECT b.code, b.message INTO code, message
  FROM reeve.office_barred(session_user, verb, key, args) b;
  IF code IS NULL AND char_length(given) > 2000 THEN
    code := 'argument';
    message := 'a reason has at most 2000 characters';
  END IF;
  IF code IS NOT NULL THEN
    -- A refused key may be any text; only a name of a role or of a platform is sealed for good.
    PERFORM reeve.command_record('propose', session_user, code => code, key => CASE
        WHEN EXISTS (SELECT FROM pg_roles r WHERE r.rolname = office_propose.key)
          OR EXISTS (SELECT FROM reeve.version_now() n
            WHERE n.app || '/' || n.platform = office_propose.key) THEN office_propose.key END,
      detail => jsonb_build_object('verb', verb));
    RETURN reeve.outcome_of(code, message, '{}');
  END IF;
  SELECT a.* INTO proposed FROM reeve.approval a
  WHERE a.state = 'proposed' AND a.lapses_at > clock_timestamp() AND a.proposed_by = session_user
    AND NOT reeve.approval_is_void(a)
    AND a.verb = office_propose.verb AND a.collection_id IS NULL AND a.key = office_propose.key
    AND a.args - 'why' = office_propose.args
  ORDER BY a.approval_id LIMIT 1;
  IF NOT FOUND THEN
    INSERT INTO reeve.approval(verb, key, args, ceiling, rules, proposed_by)
    VALUES (verb, key, jsonb_strip_nulls(args || jsonb_build_object('why', given)), '{}',
      ARRAY[rule], session_user)
    RETURNING * INTO proposed;
    PERFORM reeve.console_ring();
    PERFORM reeve.enqueue('moderation.lift',
      jsonb_build_object('approval_id', proposed.approval_id), proposed.lapses_at);
  END IF;
  PERFORM reeve.command_record('propose', session_user, key => key,
    detail => jsonb_build_object('approval', proposed.approval_id, 'verb', verb)
      || proposed.args - 'why');
  RETURN reeve.outcome_of('approval', 'P' || proposed.approval_id, jsonb_build_object(
    'approval_id', proposed.approval_id, 'rules', proposed.rules,
    'others', reeve.person_others(reeve.office_eligible(verb, key, args), session_user),
    'lapses_at', proposed.lapses_at, 'confirm_at', proposed.proposed_at + interval '1 hour'));
END
$$;

COMMENT ON FUNCTION reeve.office_propose(text, text, jsonb, text, text) IS
  'Proposes a change of the office to a second person; the one that the login has proposed before '
  'if it is the same. rule: why it needs one. A refusal is returned and recorded, not raised.';
