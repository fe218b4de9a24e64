CREATE OR REPLACE FUNCTION reeve.case_concerns(k reeve.case, act reeve.action) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  WITH RECURSIVE about(collection_id, key) AS MATERIALIZED (
    -- Deciding a case decides its duplicates.
    SELECT o.collection_id, o.key FROM reeve.case o
    WHERE k.case_id IN (o.case_id, o.duplicate_of)),
  up(is_act, collection_id, key, depth) AS (
    SELECT FALSE, b.collection_id, b.key, 0 FROM about b
    UNION ALL
    SELECT TRUE, act.collection_id, act.key, 0
    UNION ALL
    SELECT up.is_act, p.parent_id, p.parent_key, up.depth + 1
    FROM up CROSS JOIN LATERAL reeve.app_parents(up.collection_id, ARRAY[up.key]) p
    WHERE up.depth < 4 AND p.parent_key IS NOT NULL)
  SELECT EXISTS (
      SELECT FROM about b JOIN reeve.effect e USING (collection_id, key)
      WHERE e.action_id = act.action_id)
    OR EXISTS (
      SELECT FROM up one JOIN up other USING (collection_id, key)
      WHERE one.is_act AND NOT other.is_act AND 0 IN (one.depth, other.depth))
$$;

COMMENT ON FUNCTION reeve.case_concerns(reeve.case, reeve.action) IS
  'Whether an action is about a case: it was performed on the case''s subject, on one of that '
  'subject''s parents in the catalog, or on a row that belongs to the subject; or it changed the '
  'subject.';
