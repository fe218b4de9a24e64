CREATE OR REPLACE FUNCTION reeve.action_is_lost(a reeve.action) RETURNS boolean
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
#variable_conflict use_column
DECLARE
  c reeve.collection := reeve.collection_get(a.collection_id);
BEGIN
  RETURN reeve.collection_hidden(c) IS NOT NULL AND EXISTS (
    SELECT FROM reeve.subject s
    WHERE s.collection_id = a.collection_id AND s.key = a.key AND a.action_id = ANY (s.hidden_by))
    AND EXISTS (SELECT FROM reeve.app_visible(c, ARRAY[a.key]));
END
$$;

COMMENT ON FUNCTION reeve.action_is_lost(reeve.action) IS
  'Whether an action is recorded as hiding its subject although the app''s own column does not '
  'hide it.';
