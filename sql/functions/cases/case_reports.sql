CREATE OR REPLACE FUNCTION reeve.case_reports(case_id bigint, max_rows int)
RETURNS TABLE(
  at timestamptz, report_id bigint, reporter text, judged int, upheld int, note text,
  words text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  PERFORM reeve.member_require('viewer');
  RETURN QUERY
    WITH shown AS MATERIALIZED (
      SELECT p.* FROM reeve.report p
      WHERE p.case_id = ANY (case_reports.case_id || ARRAY(
        SELECT d.case_id FROM reeve.case d WHERE d.duplicate_of = case_reports.case_id))
      ORDER BY p.weight > 0 DESC, p.report_id DESC LIMIT max_rows)
    SELECT p.at, p.report_id,
      coalesce('rule ' || p.rule, c.name || ':' || p.reporter_key, 'unknown'), s.judged, s.upheld,
      concat_ws(', ', CASE WHEN p.is_muted THEN 'muted' END,
        CASE WHEN p.weight = 0 THEN 'again' END,
        'withdrawn by A' || p.withdrawn_by,
        CASE WHEN p.case_id <> case_reports.case_id THEN 'C' || p.case_id END),
      p.words
    FROM shown p
    JOIN reeve.reporter_reliability(ARRAY(SELECT DISTINCT w.source FROM shown w)) s USING (source)
    LEFT JOIN reeve.collection c ON c.collection_id = p.reporter_id
    ORDER BY p.weight > 0 DESC, p.report_id DESC;
END
$$;

COMMENT ON FUNCTION reeve.case_reports(bigint, int) IS
  'The reports of a case and its duplicates, newest first, repetitions last, with how many cases '
  'of each reporter were decided and upheld. NULL: words.';

GRANT EXECUTE ON FUNCTION reeve.case_reports(bigint, int) TO reeve_viewer;
