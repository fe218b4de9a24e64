CREATE OR REPLACE FUNCTION reeve.action_clause(action_id bigint)
RETURNS TABLE(
  policy text, title text, clause text, terms text, version text, effective_on date,
  deed_at timestamptz, reply text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  PERFORM reeve.member_require('viewer');
  RETURN QUERY
    SELECT a.policy, c.title, c.clause, t.title, v.version, v.effective_on, a.deed_at,
      '@' || r.name || ' ' || r.version
    FROM reeve.action a
    LEFT JOIN reeve.clause c USING (clause_id)
    LEFT JOIN reeve.term_version v USING (term_id)
    LEFT JOIN reeve.term t ON t.app = v.app AND t.kind = v.kind
    LEFT JOIN reeve.reply r USING (reply_id)
    WHERE a.action_id = action_clause.action_id
      AND num_nonnulls(a.clause_id, a.term_id, a.reply_id) > 0;
END
$$;

COMMENT ON FUNCTION reeve.action_clause(bigint) IS
  'What an action cites: the policy with its text as it was, the terms and the version of them '
  'that was in force at deed_at, when its subject was made, or when it was performed if that is '
  'NULL, and the saved reply with its version; no row if it cites nothing. Needs viewer. NULL: '
  'policy, title, clause, terms, version, effective_on, deed_at, reply.';

GRANT EXECUTE ON FUNCTION reeve.action_clause(bigint) TO reeve_viewer;
