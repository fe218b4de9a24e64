CREATE OR REPLACE FUNCTION reeve.member_subject_list()
RETURNS TABLE(login text, rank text, app text, collection text, key text, added_by text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  PERFORM reeve.member_require('viewer');
  RETURN QUERY
    SELECT m.role_name, m.rank, c.app, c.name, s.key, s.added_by
    FROM reeve.member m
    LEFT JOIN reeve.member_subject s USING (role_name)
    LEFT JOIN reeve.collection c USING (collection_id)
    ORDER BY 1, 3, 4, 5;
END
$$;

COMMENT ON FUNCTION reeve.member_subject_list() IS
  'The team: each login with its rank, and who it is in the apps if known. NULL: app, '
  'collection, key, added_by.';

GRANT EXECUTE ON FUNCTION reeve.member_subject_list() TO reeve_viewer;
