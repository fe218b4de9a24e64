CREATE OR REPLACE FUNCTION reeve.subject_marks(app text, collection text, key text)
RETURNS TABLE(
  kind text, name text, until timestamptz, is_protecting boolean, action_id bigint, actor text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  c reeve.collection;
BEGIN
  PERFORM reeve.member_require('viewer');
  c := reeve.collection_resolve(app, collection);
  key := reeve.subject_key(c, key);
  RETURN QUERY
    SELECT x.kind, x.name, m.until, m.is_protecting, m.action_id,
      reeve.actor_text(a.actor, a.principal)
    FROM (
      SELECT m AS m, m.kind AS kind, m.name || CASE WHEN o.account <> o.key
          THEN format(' (on %s:%s)', c.name, o.account) ELSE '' END AS name
      FROM reeve.account_keys(c.collection_id, ARRAY[subject_marks.key]) o
      JOIN reeve.mark m ON m.collection_id = c.collection_id AND m.key = o.account
      WHERE m.kind <> 'merge' AND m.until > statement_timestamp()
      UNION ALL
      SELECT m, 'merge', format('%s:%s was merged into this one', c.name, m.key)
      FROM reeve.mark m
      WHERE m.collection_id = c.collection_id AND m.kind = 'merge'
        AND m.name = subject_marks.key AND m.until > statement_timestamp()) x
    CROSS JOIN LATERAL (SELECT (x.m).*) m
    JOIN reeve.action a ON a.action_id = m.action_id
    ORDER BY x.kind, x.name, m.action_id;
END
$$;

COMMENT ON FUNCTION reeve.subject_marks(text, text, text) IS
  'The tags, limits and verifications in force on a subject, or on an account that was merged into '
  'it, each with its action; and what was merged into it, in words as name.';

GRANT EXECUTE ON FUNCTION reeve.subject_marks(text, text, text) TO reeve_viewer;
