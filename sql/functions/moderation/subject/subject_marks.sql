CREATE OR REPLACE FUNCTION reeve.subject_marks(app text, collection text, key text)
RETURNS TABLE(
  kind text, name text, until timestamptz, is_protecting boolean, action_id bigint, actor text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
#variable_conflict use_column
DECLARE
  c reeve.collection;
BEGIN
  PERFORM reeve.member_require('viewer');
  c := reeve.collection_resolve(app, collection);
  key := reeve.subject_key(c, key);
  RETURN QUERY
    SELECT m.kind, m.name, m.until, m.is_protecting, m.action_id,
      reeve.actor_text(a.actor, a.principal)
    FROM reeve.mark m JOIN reeve.action a USING (action_id)
    WHERE m.collection_id = c.collection_id AND m.key = subject_marks.key
      AND m.until > statement_timestamp()
    ORDER BY m.kind, m.name, m.action_id;
END
$$;

COMMENT ON FUNCTION reeve.subject_marks(text, text, text) IS
  'The tags, limits and verifications in force on a subject, each with its action.';

GRANT EXECUTE ON FUNCTION reeve.subject_marks(text, text, text) TO reeve_viewer;
