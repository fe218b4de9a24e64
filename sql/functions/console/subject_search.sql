CREATE OR REPLACE FUNCTION reeve.subject_search(
  app text, query text, within text DEFAULT NULL, max int DEFAULT 20)
RETURNS TABLE(
  app_name text, collection text, key text, label text, rank real, marked text[], corrected text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  PERFORM reeve.member_require('viewer');
  RETURN QUERY
    SELECT b.app, s.collection, s.key, s.label, s.rank, s.marked, s.corrected
    FROM (
      SELECT DISTINCT split_part(b.subject, '/', 1) AS app
      FROM reeve.search_built(subject_search.app, subject_search.within) b
      WHERE b.is_built) b
    CROSS JOIN LATERAL
      reeve.search_query(b.app, subject_search.query, subject_search.within, subject_search.max)
      WITH ORDINALITY AS s(collection, key, label, rank, marked, corrected, place)
    ORDER BY s.rank DESC, s.place, b.app
    LIMIT subject_search.max;
END
$$;

COMMENT ON FUNCTION reeve.subject_search(text, text, text, int) IS
  'Best documents for a text in one app, or in all that have an index (app NULL), by rank: as '
  'reeve.search_query finds them in each. Needs viewer. corrected is the text that was '
  'looked for instead. NULL: label, corrected.';

GRANT EXECUTE ON FUNCTION reeve.subject_search(text, text, text, int) TO reeve_viewer;
