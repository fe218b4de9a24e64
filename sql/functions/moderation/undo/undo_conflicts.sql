CREATE OR REPLACE FUNCTION reeve.undo_conflicts(action_ids bigint[])
RETURNS TABLE(action_id bigint, collection_id int, key text, later_id bigint, later_verb text)
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT DISTINCT ON (e.action_id, e.collection_id, e.key)
    e.action_id, e.collection_id, e.key, b.action_id, b.verb
  FROM reeve.effect e
  JOIN reeve.rule r ON r.rule_id = e.rule_id AND r.kind = 'set'
  JOIN reeve.effect l ON l.collection_id = e.collection_id AND l.key = e.key
    AND l.action_id > e.action_id AND l.undone_by IS NULL
  JOIN reeve.rule m ON m.rule_id = l.rule_id AND m.kind = 'set' AND m.columns && r.columns
  JOIN reeve.action b ON b.action_id = l.action_id AND b.reverses IS NULL
    AND b.action_id <> ALL (action_ids)
  WHERE e.action_id = ANY (action_ids) AND e.is_reversible AND e.undone_by IS NULL
  ORDER BY e.action_id, e.collection_id, e.key, b.action_id DESC
$$;

COMMENT ON FUNCTION reeve.undo_conflicts(bigint[]) IS
  'Rows that actions set and a later one, still in force, set again: undoing the first cannot '
  'restore them. The latest such action for each.';
