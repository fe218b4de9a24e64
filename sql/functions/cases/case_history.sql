CREATE OR REPLACE FUNCTION reeve.case_history(case_id bigint, max_rows int)
RETURNS TABLE(at timestamptz, what text, actor text, action_id bigint, reason text, note text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  PERFORM reeve.member_require('viewer');
  RETURN QUERY
    SELECT m.at, substr(m.kind, 6), reeve.actor_text(m.actor, m.principal), NULL::bigint, r.reason,
      CASE m.outcome WHEN 'refused' THEN 'refused: ' || m.code ELSE '' END
    FROM reeve.case_reason r JOIN reeve.command m USING (command_id)
    WHERE r.case_id = case_history.case_id
    UNION ALL
    SELECT a.performed_at, concat_ws(' ', a.verb, a.name),
      reeve.actor_text(a.actor, a.principal), a.action_id, a.reason,
      concat_ws(', ', a.policy, 'undone by A' || a.reversed_by)
    FROM reeve.case_action l JOIN reeve.action a USING (action_id)
    WHERE l.case_id = case_history.case_id
    UNION ALL
    SELECT p.proposed_at, concat_ws(' ', 'propose', p.verb, p.args ->> 'name'), p.proposed_by,
      NULL, p.args ->> 'why', format('P%s %s', p.approval_id, p.state)
    FROM reeve.approval p
    WHERE p.case_id = case_history.case_id
    ORDER BY 1 DESC LIMIT max_rows;
END
$$;

COMMENT ON FUNCTION reeve.case_history(bigint, int) IS
  'Returns the actions, proposals and refusals about a case, newest first. NULL: action_id, '
  'reason.';

GRANT EXECUTE ON FUNCTION reeve.case_history(bigint, int) TO reeve_viewer;
