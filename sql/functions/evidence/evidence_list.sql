CREATE OR REPLACE FUNCTION reeve.evidence_list(kind text, id bigint)
RETURNS TABLE(
  reference text, at timestamptz, evidence_id bigint, app text, subject text, what text, who text,
  parts int, erased int, digest text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  concerned bigint[];
BEGIN
  PERFORM reeve.member_require('viewer');
  IF kind = 'C' THEN
    concerned := evidence_list.id || ARRAY(
      SELECT d.case_id FROM reeve.case d WHERE d.duplicate_of = evidence_list.id);
  ELSIF coalesce(kind NOT IN ('A', 'R'), TRUE) THEN
    RAISE EXCEPTION 'evidence is of an action (A), a report (R) or a case (C)'
      USING ERRCODE = 'RV001';
  END IF;
  IF NOT (CASE kind
    WHEN 'A' THEN EXISTS (SELECT FROM reeve.action a WHERE a.action_id = evidence_list.id)
    WHEN 'R' THEN EXISTS (SELECT FROM reeve.report p WHERE p.report_id = evidence_list.id)
    ELSE EXISTS (SELECT FROM reeve.case k WHERE k.case_id = evidence_list.id) END)
  THEN
    RAISE EXCEPTION 'there is no % %', CASE kind WHEN 'A' THEN 'action' WHEN 'R' THEN 'report'
      ELSE 'case' END, kind || evidence_list.id USING ERRCODE = 'RV004';
  END IF;
  RETURN QUERY
    WITH taken AS (
      SELECT 'A' || a.action_id AS reference, a.performed_at AS at, a.evidence_id,
        concat_ws(' ', a.verb, a.name) AS what, reeve.actor_text(a.actor, a.principal) AS who
      FROM reeve.action a
      WHERE evidence_list.kind = 'A' AND a.action_id = evidence_list.id
        OR evidence_list.kind = 'C' AND a.action_id IN (
        SELECT l.action_id FROM reeve.case_action l WHERE l.case_id = ANY (concerned))
      UNION ALL
      SELECT 'R' || p.report_id, p.at, p.evidence_id, 'report',
        coalesce('rule ' || p.rule, c.name || ':' || p.reporter_key, 'unknown')
      FROM reeve.report p
      LEFT JOIN reeve.collection c ON c.collection_id = p.reporter_id
      WHERE evidence_list.kind = 'R' AND p.report_id = evidence_list.id
        OR evidence_list.kind = 'C' AND p.case_id = ANY (concerned))
    SELECT t.reference, t.at, e.evidence_id, c.app, c.name || ':' || e.key, t.what, t.who,
      n.parts, n.erased, encode(e.digest, 'hex')
    FROM taken t
    JOIN reeve.evidence e USING (evidence_id)
    JOIN reeve.collection c USING (collection_id)
    CROSS JOIN LATERAL (
      SELECT count(*)::int, (count(*) FILTER (WHERE b.erased_at IS NOT NULL))::int
      FROM reeve.evidence_part p JOIN reeve.evidence_bytes b USING (bytes_id)
      WHERE p.evidence_id = e.evidence_id) n(parts, erased)
    ORDER BY t.at DESC, t.reference;
END
$$;

COMMENT ON FUNCTION reeve.evidence_list(text, bigint) IS
  'Captures for an action (A), a report (R) or a case (C: its reports and actions), newest '
  'first; erased: how many of their parts. RV004: there is no such action, report or case.';

GRANT EXECUTE ON FUNCTION reeve.evidence_list(text, bigint) TO reeve_viewer;
