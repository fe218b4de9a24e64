CREATE OR REPLACE FUNCTION reeve.sor_list(only_app text, since timestamptz, till timestamptz)
RETURNS TABLE(
  puid text, app text, decision_visibility text, decision_provision text, decision_account text,
  decision_ground text, ground text, ground_explanation text, decision_facts text, category text,
  content_type text, application_date timestamptz, end_date timestamptz, source_type text,
  automated_detection text, automated_decision text, reversed_at timestamptz)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  PERFORM reeve.member_require('auditor');
  RETURN QUERY
    SELECT s.puid, s.app, s.decision_visibility, s.decision_provision, s.decision_account,
      s.decision_ground, s.ground, s.ground_explanation, s.decision_facts, s.category,
      s.content_type, s.application_date, s.end_date, s.source_type, s.automated_detection,
      s.automated_decision, s.reversed_at
    FROM reeve.statement_of(ARRAY(
      SELECT m.action_id FROM reeve.measure_list(since, till) m
      WHERE only_app IS NULL OR m.app = only_app)) s
    ORDER BY s.application_date, s.action_id;
END
$$;

COMMENT ON FUNCTION reeve.sor_list(text, timestamptz, timestamptz) IS
  'A statement of reasons for each restriction that cites a policy, in the words of the '
  'Commission''s transparency database: no person, no key; the facts are the public reason. puid '
  'is unique and never used again. Needs auditor or senior. '
  'NULL: decision_visibility, decision_provision, decision_account, ground, ground_explanation, '
  'decision_facts, end_date, reversed_at.';

GRANT EXECUTE ON FUNCTION reeve.sor_list(text, timestamptz, timestamptz) TO reeve_viewer;
