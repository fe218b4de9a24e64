CREATE OR REPLACE FUNCTION reeve.given_lost(given reeve.given[], originals bigint[]) RETURNS jsonb
-- plpgsql, since a function in SQL is planned at each call.
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN (
    SELECT coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('collection', c.name,
      'key', g.key, 'of', i.id, 'code', g.code, 'why', CASE
        WHEN g.why = 'changed since' AND x.later_id IS NOT NULL THEN format(
          'A%s, a later %s, depends on it', x.later_id, x.later_verb)
        ELSE g.why END)) ORDER BY g.code, r.kind, g.key), '[]')
    FROM unnest(given) g
    JOIN reeve.rule r USING (rule_id)
    JOIN reeve.collection c ON c.collection_id = r.affected_id
    CROSS JOIN LATERAL unnest(g.action_ids) i(id)
    LEFT JOIN reeve.undo_conflicts(originals) x
      ON x.action_id = i.id AND x.collection_id = r.affected_id AND x.key = g.key
    WHERE g.why IS NOT NULL);
END
$$;

COMMENT ON FUNCTION reeve.given_lost(reeve.given[], bigint[]) IS
  'The rows that were not restored to what they were before these actions, for people: collection, '
  'key, of (which action), why, and code, the SQLSTATE, of those that are tried again.';
