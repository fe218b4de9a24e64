CREATE OR REPLACE FUNCTION reeve.case_lists(
  case_id bigint, max_rows int, OUT reports jsonb, OUT history jsonb, OUT neighbours jsonb)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  PERFORM reeve.member_require('viewer');
  SELECT jsonb_agg(to_jsonb(p)) INTO reports FROM reeve.case_reports(case_id, max_rows) p;
  SELECT jsonb_agg(to_jsonb(h)) INTO history FROM reeve.case_history(case_id, max_rows) h;
  SELECT jsonb_agg(to_jsonb(n)) INTO neighbours FROM reeve.case_neighbours(case_id, max_rows) n;
END
$$;

COMMENT ON FUNCTION reeve.case_lists(bigint, int) IS
  'The rows of reeve.case_reports, case_history and case_neighbours for a case, as arrays of '
  'objects for programs. NULL: reports, history, neighbours.';

GRANT EXECUTE ON FUNCTION reeve.case_lists(bigint, int) TO reeve_viewer;
