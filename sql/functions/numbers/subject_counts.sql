CREATE OR REPLACE FUNCTION reeve.subject_counts(app text, collection text, key text)
RETURNS TABLE(name text, counted bigint, stored bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  c reeve.collection;
BEGIN
  PERFORM reeve.member_require('viewer');
  c := reeve.collection_resolve(subject_counts.app, subject_counts.collection);
  RETURN QUERY
    SELECT n.name, n.counted, n.stored
    FROM reeve.app_counts(c.collection_id, NULL, ARRAY[reeve.subject_key(c, subject_counts.key)]) n
    ORDER BY n.name;
END
$$;

COMMENT ON FUNCTION reeve.subject_counts(text, text, text) IS
  'The numbers that the catalog derives for a subject, counted now, and those that the app '
  'stores. NULL: counted, stored.';

GRANT EXECUTE ON FUNCTION reeve.subject_counts(text, text, text) TO reeve_viewer;
