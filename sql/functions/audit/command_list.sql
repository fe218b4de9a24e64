CREATE OR REPLACE FUNCTION reeve.command_list(max_rows int, before bigint DEFAULT NULL)
RETURNS TABLE(
  command_id bigint, seq bigint, at timestamptz, actor text, principal text, kind text,
  subject text, outcome text, code text, action_id bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  PERFORM reeve.member_require('viewer');
  RETURN QUERY
    SELECT m.command_id, h.seq, m.at, m.actor, m.principal, m.kind,
      coalesce(h.subject, 'schedule ' || s.app || '/' || s.name, j.subject), m.outcome, m.code,
      m.action_id
    FROM reeve.command m JOIN reeve.chain h USING (command_id)
    LEFT JOIN reeve.cron_reason s USING (command_id)
    LEFT JOIN reeve.job_reason j USING (command_id)
    WHERE m.command_id < coalesce(before, 9223372036854775807)
    ORDER BY m.command_id DESC LIMIT max_rows;
END
$$;

COMMENT ON FUNCTION reeve.command_list(int, bigint) IS
  'Recorded commands, newest first, below a command id (NULL: from the newest).';

GRANT EXECUTE ON FUNCTION reeve.command_list(int, bigint) TO reeve_viewer;
