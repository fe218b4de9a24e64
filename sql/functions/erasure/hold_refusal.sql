CREATE OR REPLACE FUNCTION reeve.hold_refusal(app text, collection_ids int[], keys text[])
RETURNS text
-- plpgsql, since a function in SQL is planned at each call.
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN (
    SELECT format('%s:%s is under legal hold by A%s of %s, %s%s', c.name, h.key, a.action_id,
      reeve.actor_text(a.actor, a.principal),
      CASE WHEN a.until = 'infinity' THEN 'until it is undone'
        ELSE 'until ' || reeve.moment_text(a.until) END,
      CASE WHEN (a.collection_id, a.key) <> (h.collection_id, h.key) THEN format(
        ', which is on %s:%s', o.name, a.key) ELSE '' END)
    FROM reeve.hold_cover(hold_refusal.app) h
    JOIN unnest(collection_ids, keys) k(collection_id, key) USING (collection_id, key)
    JOIN reeve.action a ON a.action_id = h.action_id
    JOIN reeve.collection c ON c.collection_id = h.collection_id
    JOIN reeve.collection o ON o.collection_id = a.collection_id
    ORDER BY h.action_id, c.name, h.key LIMIT 1);
END
$$;

COMMENT ON FUNCTION reeve.hold_refusal(text, int[], text[]) IS
  'Those of these rows that a legal hold protects from erasure, and who placed it; NULL for '
  'none.';
