CREATE OR REPLACE FUNCTION reeve.selection_list(only_name text DEFAULT NULL)
RETURNS TABLE(
  name text, app text, collection text, subjects int, made_at timestamptz, owner text,
  batches bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  only_id bigint;
BEGIN
  PERFORM reeve.member_require('viewer');
  IF only_name IS NOT NULL THEN
    only_id := (reeve.selection_of(only_name)).selection_id;
  END IF;
  RETURN QUERY
    SELECT s.name, c.app, c.name, cardinality(s.keys), s.made_at, s.owner,
      (SELECT count(*) FROM reeve.batch b WHERE b.selection_id = s.selection_id)
    FROM reeve.selection s JOIN reeve.collection c USING (collection_id)
    WHERE CASE WHEN only_id IS NULL THEN s.owner = session_user AND s.name IS NOT NULL
      ELSE s.selection_id = only_id END
    ORDER BY s.made_at DESC;
END
$$;

COMMENT ON FUNCTION reeve.selection_list(text) IS
  'The caller''s selections, newest first, or the one of that name (RV004), of anybody: '
  'anna/wave; batches: how often it was used. NULL: name.';

GRANT EXECUTE ON FUNCTION reeve.selection_list(text) TO reeve_viewer;
