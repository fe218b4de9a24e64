CREATE OR REPLACE FUNCTION reeve.sor_list(only_app text, since timestamptz, till timestamptz)
RETURNS TABLE(
  puid text, app text, decision_visibility text, decision_provision text, decision_account text,
  decision_ground text, ground text, ground_explanation text, decision_facts text, category text,
  content_type text, application_date timestamptz, end_date timestamptz, source_type text,
  automated_detection text, automated_decision text, reversed_at timestamptz)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
#variable_conflict use_column
DECLARE
  -- The chain's first hash distinguishes one system from another; a restored copy has the same.
  system text := (SELECT left(encode(h.hash, 'hex'), 12) FROM reeve.chain h WHERE h.seq = 1);
BEGIN
  PERFORM reeve.member_require('auditor');
  RETURN QUERY
    SELECT format('%s-A%s', system, m.action_id), m.app,
      CASE WHEN m.kind = 'delete' AND NOT m.is_person THEN 'DECISION_VISIBILITY_CONTENT_REMOVED'
        WHEN m.kind = 'hide' THEN 'DECISION_VISIBILITY_CONTENT_DISABLED' END,
      CASE WHEN m.kind = 'limit' OR m.kind IN ('suspend', 'ban') AND NOT m.is_person THEN format(
        'DECISION_PROVISION_%s_%s', CASE m.kind WHEN 'limit' THEN 'PARTIAL' ELSE 'TOTAL' END,
        CASE WHEN e.is_final THEN 'TERMINATION' ELSE 'SUSPENSION' END) END,
      CASE WHEN m.is_person AND m.kind IN ('suspend', 'ban', 'delete') THEN
        CASE WHEN e.is_final OR m.kind = 'delete' THEN 'DECISION_ACCOUNT_TERMINATED'
        ELSE 'DECISION_ACCOUNT_SUSPENDED' END END,
      CASE WHEN m.is_illegal THEN 'DECISION_GROUND_ILLEGAL_CONTENT'
        ELSE 'DECISION_GROUND_INCOMPATIBLE_CONTENT' END,
      left(p.title, 500), left(p.clause, 2000), m.public_reason,
      'STATEMENT_CATEGORY_' || upper(replace(coalesce(m.category, 'other-violation-tc'), '-', '_')),
      'CONTENT_TYPE_' || upper(coalesce(m.content, 'other')), m.performed_at,
      CASE WHEN NOT e.is_final THEN m.until END,
      CASE WHEN m.is_reported THEN 'SOURCE_ARTICLE_16' ELSE 'SOURCE_VOLUNTARY' END,
      CASE WHEN m.is_flagged THEN 'Yes' ELSE 'No' END,
      CASE WHEN m.is_automatic THEN 'AUTOMATED_DECISION_FULLY'
        ELSE 'AUTOMATED_DECISION_NOT_AUTOMATED' END,
      m.reversed_at
    FROM reeve.measure_list(since, till) m
    JOIN reeve.policy p ON p.app = m.app AND p.name = m.policy
    CROSS JOIN LATERAL (SELECT coalesce(m.until = 'infinity', TRUE)) e(is_final)
    WHERE only_app IS NULL OR m.app = only_app
    ORDER BY m.performed_at, m.action_id;
END
$$;

COMMENT ON FUNCTION reeve.sor_list(text, timestamptz, timestamptz) IS
  'A statement of reasons for each restriction that cites a policy, in the words of the '
  'Commission''s transparency database: no person, no key; the facts are the public reason. puid '
  'is unique and never used again. Needs auditor or senior. '
  'NULL: decision_visibility, decision_provision, decision_account, ground, ground_explanation, '
  'decision_facts, end_date, reversed_at.';

GRANT EXECUTE ON FUNCTION reeve.sor_list(text, timestamptz, timestamptz) TO reeve_viewer;
