CREATE OR REPLACE FUNCTION reeve.act_outcome(id uuid)
RETURNS TABLE(
  state text, kind text, outcome text, code text, action_id bigint, approval_id bigint,
  batch_id bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '2s'
AS $$
BEGIN
  IF id IS NULL THEN
    RAISE EXCEPTION 'an act needs an id' USING ERRCODE = 'RV001';
  END IF;
  -- Waits for the transaction of the act, if it runs. If there is none, none can be committed by
  -- this id from now on.
  BEGIN
    INSERT INTO reeve.act(act_id, actor) VALUES (id, session_user) ON CONFLICT DO NOTHING;
  EXCEPTION WHEN lock_not_available THEN
    RETURN QUERY SELECT 'running', NULL, NULL, NULL, NULL::bigint, NULL::bigint, NULL::bigint;
    RETURN;
  END;
  RETURN QUERY
    SELECT CASE WHEN a.xid IS NULL THEN 'absent' ELSE 'committed' END, c.kind, c.outcome, c.code,
      c.action_id, (c.detail ->> 'approval')::bigint, c.batch_id
    FROM reeve.act a
    -- A restored database counts its transactions anew: the number of an act is that of another,
    -- earlier or later, too.
    LEFT JOIN reeve.command c ON c.xid = a.xid AND c.actor = a.actor
      AND c.at >= a.at AND c.at < a.at + interval '1 day'
    WHERE a.act_id = id AND a.actor = session_user
    ORDER BY c.command_id;
END
$$;

COMMENT ON FUNCTION reeve.act_outcome(uuid) IS
  'Returns the state of an act of this login: committed, with the commands that it recorded; '
  'running; absent, which means that it was not committed and never will be. No rows for an act of '
  'another login. NULL: kind, outcome, code, action_id, approval_id, batch_id.';

GRANT EXECUTE ON FUNCTION reeve.act_outcome(uuid) TO reeve_viewer, reeve_auditor;
