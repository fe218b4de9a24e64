-- The fields that Article 17(3) of the Digital Services Act, Regulation (EU) 2022/2065, asks for,
-- by the names and values of the Commission's transparency database: its documentation of the API,
-- https://transparency.dsa.ec.europa.eu/page/api-documentation, version 1.
CREATE OR REPLACE FUNCTION reeve.statement_of(action_ids bigint[])
RETURNS TABLE(
  action_id bigint, app text, collection text, key text, is_measure boolean, is_person boolean,
  puid text, decision_visibility text, decision_provision text, decision_account text,
  decision_ground text, ground text, ground_explanation text, decision_facts text, category text,
  content_type text, application_date timestamptz, end_date timestamptz, source_type text,
  automated_detection text, automated_decision text, appeal_until timestamptz,
  reversed_at timestamptz)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN QUERY
    SELECT m.action_id, m.app, m.collection, m.key, m.is_measure, m.is_person,
      -- The chain's first hash distinguishes one system from another; a restored copy has the same.
      format('%s-A%s', (
        SELECT left(encode(h.hash, 'hex'), 12) FROM reeve.chain h WHERE h.seq = 1), m.action_id),
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
      left(coalesce(w.title, p.title), 500), left(coalesce(w.clause, p.clause), 2000),
      m.public_reason,
      'STATEMENT_CATEGORY_' || upper(replace(coalesce(m.category, 'other-violation-tc'), '-', '_')),
      'CONTENT_TYPE_' || upper(coalesce(m.content, 'other')), m.performed_at,
      CASE WHEN NOT e.is_final THEN m.until END,
      CASE WHEN m.is_reported THEN 'SOURCE_ARTICLE_16' ELSE 'SOURCE_VOLUNTARY' END,
      CASE WHEN m.is_flagged THEN 'Yes' ELSE 'No' END,
      CASE WHEN m.is_automatic THEN 'AUTOMATED_DECISION_FULLY'
        ELSE 'AUTOMATED_DECISION_NOT_AUTOMATED' END,
      m.performed_at + coalesce((
        SELECT a.manifest #>> '{appeals,window}' FROM reeve.app a WHERE a.app = m.app),
        '180 days')::interval,
      m.reversed_at
    FROM reeve.measure_of(action_ids) m
    JOIN reeve.policy p ON p.app = m.app AND p.name = m.policy
    JOIN reeve.action x USING (action_id)
    -- As the policy was then.
    LEFT JOIN reeve.clause w ON w.clause_id = x.clause_id
    CROSS JOIN LATERAL (SELECT coalesce(m.until = 'infinity', TRUE)) e(is_final);
END
$$;

COMMENT ON FUNCTION reeve.statement_of(bigint[]) IS
  'A statement of reasons for each of these actions that cites a policy: what was decided, for '
  'whom it was visible or until when, on which facts (the public reason), by law or by terms and '
  'which clause, upon a notice or of one''s own accord, whether found or decided automatically, '
  'and until when the person may appeal. puid is unique and never used again.';
