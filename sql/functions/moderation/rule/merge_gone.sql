CREATE OR REPLACE FUNCTION reeve.merge_gone(c reeve.collection, keys text[]) RETURNS text
-- plpgsql, since a function in SQL is planned at each call.
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN (
    SELECT format('%s:%s is %s by A%s', c.name, a.key,
      CASE WHEN k.is_final OR a.erased_by IS NOT NULL THEN 'erased' ELSE 'deleted' END, a.action_id)
    FROM reeve.action a
    JOIN reeve.catalog_action d ON d.collection_id = a.collection_id AND d.verb = a.verb
    JOIN reeve.action_kind k ON k.name = d.kind
    WHERE a.collection_id = c.collection_id AND a.key = ANY (keys) AND a.reversed_by IS NULL
      AND (a.erase_at IS NOT NULL OR k.is_final)
    -- By their index, and not through all actions in the order of their ids.
    ORDER BY a.key, a.action_id LIMIT 1);
END
$$;

COMMENT ON FUNCTION reeve.merge_gone(reeve.collection, text[]) IS
  'Which of these accounts is deleted or erased, and by which action: nothing moves to it, or '
  'back. NULL if none is.';
