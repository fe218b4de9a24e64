CREATE OR REPLACE FUNCTION reeve.appeal_list(
  app text, decided boolean DEFAULT FALSE, max_rows int DEFAULT NULL)
RETURNS TABLE(
  action_id bigint, kind text, subject text, label text, policy text, actor text,
  appellant text, opened_at timestamptz, words text, is_yours boolean, outcome text,
  decided_by text, decided_at timestamptz, reason text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  -- As text: a name would bring its collation, "C", and no index on text would serve its callees.
  login text := session_user;
BEGIN
  PERFORM reeve.member_require('viewer');
  RETURN QUERY
    SELECT a.action_id, a.verb, c.name || ':' || a.key, b.label, a.policy,
      reeve.actor_text(a.actor, a.principal), p.name || ':' || l.key, l.opened_at, l.words,
      l.decided_at IS NULL AND reeve.appeal_barred(a.action_id, login) IS NOT NULL,
      l.outcome,
      l.decided_by, l.decided_at, l.reason
    FROM reeve.appeal l
    JOIN reeve.action a USING (action_id)
    JOIN reeve.collection c ON c.collection_id = a.collection_id
    JOIN reeve.collection p ON p.collection_id = l.collection_id
    LEFT JOIN reeve.label b ON b.collection_id = a.collection_id AND b.key = a.key
    WHERE (appeal_list.app IS NULL OR c.app = appeal_list.app)
      AND (l.decided_at IS NOT NULL) = appeal_list.decided
    ORDER BY CASE WHEN NOT decided THEN l.opened_at END, l.decided_at DESC, l.action_id
    LIMIT max_rows;
END
$$;

COMMENT ON FUNCTION reeve.appeal_list(text, boolean, int) IS
  'Undecided appeals, oldest first, or decided ones, newest first; is_yours: the caller '
  'performed the action, or it is on them, so somebody else has to decide. NULL: label, policy, '
  'words, outcome, decided_by, decided_at, reason.';

GRANT EXECUTE ON FUNCTION reeve.appeal_list(text, boolean, int) TO reeve_viewer;
