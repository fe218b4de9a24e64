CREATE OR REPLACE FUNCTION reeve.action_in_force(
  app text, collection text, key text, verb text, name text DEFAULT NULL)
RETURNS TABLE(
  action_id bigint, kind text, actor text, at timestamptz, until timestamptz, policy text,
  reason text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  c reeve.collection;
BEGIN
  PERFORM reeve.member_require('viewer');
  c := reeve.collection_resolve(app, collection);
  key := reeve.subject_key(c, key);
  RETURN QUERY
    SELECT a.action_id, a.verb, reeve.actor_text(a.actor, a.principal), a.performed_at,
      a.until, a.policy, a.reason
    FROM reeve.action a
    WHERE a.collection_id = c.collection_id AND a.key = action_in_force.key
      AND a.verb = action_in_force.verb AND (a.reversed_by IS NULL OR EXISTS (
        SELECT FROM reeve.unrestored u WHERE u.action_id = a.action_id))
      AND (action_in_force.name IS NULL OR a.name = action_in_force.name)
    ORDER BY a.action_id;
END
$$;

COMMENT ON FUNCTION reeve.action_in_force(text, text, text, text, text) IS
  'Actions of that verb, and name if given, on the subject that have not been undone, or not '
  'wholly, oldest first. NULL: until, policy, reason.';

GRANT EXECUTE ON FUNCTION reeve.action_in_force(text, text, text, text, text) TO reeve_viewer;
