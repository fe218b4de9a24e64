CREATE OR REPLACE FUNCTION reeve.subject_find(
  app text, collection text, query text, hidden_only boolean, max_rows int)
RETURNS TABLE(key text, label text, state text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  c reeve.collection;
BEGIN
  PERFORM reeve.member_require('viewer');
  c := reeve.collection_resolve(app, collection);
  RETURN QUERY
    SELECT f.key, f.label, coalesce(reeve.restriction_text(s), '')
    FROM reeve.app_find(c.collection_id, query,
      CASE WHEN hidden_only THEN (
        SELECT coalesce(array_agg(h.key), '{}') FROM reeve.subject h
        WHERE h.collection_id = c.collection_id AND h.hidden_until > statement_timestamp()) END,
      greatest(coalesce(max_rows, 2000000000), 0)) f
    LEFT JOIN reeve.subject s ON s.collection_id = c.collection_id AND s.key = f.key;
  PERFORM reeve.collection_warn(c);
END
$$;

COMMENT ON FUNCTION reeve.subject_find(text, text, text, boolean, int) IS
  'Rows whose key is the query or whose name begins with it (or else has a word that does), with '
  'their restrictions; max_rows NULL = all. Serves find and TAB. NULL: label.';

GRANT EXECUTE ON FUNCTION reeve.subject_find(text, text, text, boolean, int) TO reeve_viewer;
