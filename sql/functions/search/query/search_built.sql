CREATE OR REPLACE FUNCTION reeve.search_built(app text DEFAULT NULL, within text DEFAULT NULL)
RETURNS TABLE(subject text, is_built boolean)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  PERFORM reeve.member_require('viewer');
  RETURN QUERY
    SELECT c.app || '/' || c.name, p.generation_id IS NOT NULL
    FROM reeve.collection c LEFT JOIN reeve.search_pointer p USING (collection_id)
    WHERE c.is_live AND c.search IS NOT NULL
      AND (search_built.app IS NULL OR c.app = search_built.app)
      AND (search_built.within IS NULL OR c.name = search_built.within)
    ORDER BY c.app, c.collection_id;
END
$$;

COMMENT ON FUNCTION reeve.search_built(text, text) IS
  'The searched collections, and whether an index answers for each.';

GRANT EXECUTE ON FUNCTION reeve.search_built(text, text) TO reeve_viewer;
