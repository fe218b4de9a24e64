CREATE OR REPLACE FUNCTION reeve.undo_conflicts(action_ids bigint[])
RETURNS TABLE(action_id bigint, collection_id int, key text, later_id bigint, later_verb text)
-- plpgsql, since a function in SQL is planned at each call.
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN QUERY
    SELECT DISTINCT ON (e.action_id, e.collection_id, e.key)
      e.action_id, e.collection_id, e.key, b.action_id, b.verb
    FROM reeve.effect e
    JOIN reeve.rule r ON r.rule_id = e.rule_id AND r.kind = 'set'
    -- Looked up one by one, not joined: with few statistics a join would read all effects.
    CROSS JOIN LATERAL (
      SELECT o.* FROM reeve.effect o
      WHERE o.collection_id = e.collection_id AND o.key = e.key AND o.action_id > e.action_id
        AND o.undone_by IS NULL OFFSET 0) l
    JOIN reeve.rule m ON m.rule_id = l.rule_id AND m.kind = 'set' AND m.columns && r.columns
    JOIN reeve.action b ON b.action_id = l.action_id AND b.reverses IS NULL
      AND b.action_id <> ALL (action_ids)
    WHERE e.action_id = ANY (action_ids) AND e.is_reversible AND e.undone_by IS NULL
    ORDER BY e.action_id, e.collection_id, e.key, b.action_id DESC;
END
$$;

COMMENT ON FUNCTION reeve.undo_conflicts(bigint[]) IS
  'Rows that actions set and a later one, still in force, set again: undoing the first cannot '
  'restore them. The latest such action for each.';
