CREATE OR REPLACE FUNCTION reeve.action_subject(action_id bigint)
RETURNS TABLE(app text, collection text, key text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  PERFORM reeve.member_require('viewer');
  RETURN QUERY
    SELECT c.app, c.name, a.key
    FROM reeve.action a JOIN reeve.collection c USING (collection_id)
    WHERE a.action_id = action_subject.action_id;
END
$$;

COMMENT ON FUNCTION reeve.action_subject(bigint) IS
  'The subject of an action; no row if there is no such action. The key is NULL for an action on '
  'many rows of its collection, such as an expiry. Needs viewer. NULL: key.';

GRANT EXECUTE ON FUNCTION reeve.action_subject(bigint) TO reeve_viewer;
