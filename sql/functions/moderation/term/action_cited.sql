CREATE OR REPLACE FUNCTION reeve.action_cited(
  c reeve.collection, policy text, keys text[], at timestamptz)
RETURNS TABLE(key text, clause_id int, term_id int, deed_at timestamptz)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  p reeve.policy;
BEGIN
  SELECT * INTO p FROM reeve.policy l
  WHERE l.app = c.app AND l.name = action_cited.policy;
  IF NOT FOUND THEN
    RETURN;
  ELSIF p.terms IS NULL OR c.created_column IS NULL THEN
    RETURN QUERY
      SELECT u.key, p.clause_id, v.term_id, NULL::timestamptz
      FROM unnest(keys) u(key)
      LEFT JOIN reeve.term_in_force(c.app, p.terms, at) v ON TRUE;
    RETURN;
  END IF;
  RETURN QUERY
    SELECT u.key, p.clause_id, v.term_id, least(d.made, at)
    FROM unnest(keys) u(key)
    LEFT JOIN reeve.app_made(c, keys) d ON d.key = u.key
    LEFT JOIN LATERAL reeve.term_in_force(c.app, p.terms, least(d.made, at)) v ON TRUE;
END
$$;

COMMENT ON FUNCTION reeve.action_cited(reeve.collection, text, text[], timestamptz) IS
  'What an action that cites a policy keeps of each of these subjects: the text of the policy, '
  'when the subject was made, where the catalog says how to know, never after at, and the version '
  'of the terms that was in force then, else at. No rows for a policy that there is not.';
