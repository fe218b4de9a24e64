CREATE OR REPLACE FUNCTION reeve.action_is_enforced(
  c reeve.collection, k reeve.action_kind, verb text)
RETURNS boolean
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN c.enforcement <> 'none' OR NOT k.needs_enforcement AND NOT EXISTS (
    SELECT FROM reeve.rule r
    WHERE r.app = c.app AND r.verb = action_is_enforced.verb
      AND r.collection_id = c.collection_id AND r.affected_id = c.collection_id
      AND r.kind = 'hide' AND r.columns = '{}' AND r.is_live);
END
$$;

COMMENT ON FUNCTION reeve.action_is_enforced(reeve.collection, reeve.action_kind, text) IS
  'Whether the catalog declares anything that makes the verb take effect on the subject itself: '
  'enforcement for a ban, a column for hidden rows.';
