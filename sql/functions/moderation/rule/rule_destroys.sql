CREATE OR REPLACE FUNCTION reeve.rule_destroys(c reeve.collection, verb text) RETURNS boolean
-- plpgsql, since a function in SQL is planned at each call.
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN (
    SELECT EXISTS (
      SELECT FROM reeve.rule r
      WHERE r.app = c.app AND r.verb = rule_destroys.verb AND r.collection_id = c.collection_id
        AND r.affected_id = c.collection_id AND r.kind = 'delete' AND r.is_live));
END
$$;

COMMENT ON FUNCTION reeve.rule_destroys(reeve.collection, text) IS
  'Whether a verb deletes rows of its subject''s own collection for good, so that no evidence of '
  'them is captured.';
