CREATE OR REPLACE FUNCTION reeve.team_perform(
  verb text, login text, rank text, why text)
RETURNS reeve.outcome
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '500ms'
SET "TimeZone" = 'UTC'
AS $$
#variable_conflict use_column
DECLARE
  proposed reeve.approval;
  given text := nullif(btrim(why), '');
  code text;
  message text;
  detail jsonb;
BEGIN
  IF coalesce(verb NOT IN ('team.add', 'team.remove'), TRUE) OR login IS NULL THEN
    RAISE EXCEPTION 'a login can be added to the team or removed' USING ERRCODE = 'RV001';
  END IF;
  rank := CASE verb WHEN 'team.add' THEN rank END;
  SELECT b.code, b.message INTO code, message
  FROM reeve.team_barred(session_user, verb, login, rank) b;
  IF code IS NULL AND char_length(given) > 2000 THEN
    code := 'argument';
    message := 'a reason has at most 2000 characters';
  END IF;
  detail := '{}';
  IF code IS NOT NULL THEN
    -- A refused login may be any text; only a name of a role is sealed for good.
    PERFORM reeve.command_record('propose', session_user, code => code, key => (
      SELECT r.rolname FROM pg_roles r WHERE r.rolname = login),
      detail => jsonb_build_object('verb', verb));
    RETURN reeve.outcome_of(code, message, detail);
  END IF;
  SELECT a.* INTO proposed FROM reeve.approval a
  WHERE a.state = 'proposed' AND a.lapses_at > clock_timestamp() AND a.proposed_by = session_user
    AND a.verb = team_perform.verb AND a.collection_id IS NULL AND a.key = login
    AND a.args ->> 'rank' IS NOT DISTINCT FROM team_perform.rank
  ORDER BY a.approval_id LIMIT 1;
  IF NOT FOUND THEN
    INSERT INTO reeve.approval(verb, key, args, ceiling, rules, proposed_by)
    VALUES (verb, login, jsonb_strip_nulls(jsonb_build_object('rank', rank, 'why', given)), '{}',
      '{"team: two people decide on members"}', session_user)
    RETURNING * INTO proposed;
    PERFORM reeve.console_ring();
    PERFORM reeve.enqueue('moderation.lift',
      jsonb_build_object('approval_id', proposed.approval_id), proposed.lapses_at);
  END IF;
  PERFORM reeve.command_record('propose', session_user, key => login,
    detail => jsonb_build_object('approval', proposed.approval_id, 'verb', verb)
      || proposed.args - 'why');
  code := 'approval';
  message := 'P' || proposed.approval_id;
  detail := jsonb_build_object('approval_id', proposed.approval_id, 'rules', proposed.rules,
    'others', reeve.person_others(reeve.team_eligible(verb, login, rank), session_user),
    'lapses_at', proposed.lapses_at, 'confirm_at', proposed.proposed_at + interval '1 hour');
  RETURN reeve.outcome_of(code, message, detail);
END
$$;

COMMENT ON FUNCTION reeve.team_perform(text, text, text, text) IS
  'Proposes, for seniors, to add a login to the team with a rank, to change its rank, or to '
  'remove it; approval_perform carries it out. A refusal is returned and recorded, not raised.';

GRANT EXECUTE ON FUNCTION reeve.team_perform(text, text, text, text) TO reeve_viewer;
