CREATE OR REPLACE FUNCTION reeve.case_record(
  k reeve.case, verb text, code text DEFAULT NULL, reason text DEFAULT NULL)
RETURNS void
LANGUAGE sql SET search_path = pg_catalog, reeve, pg_temp
AS $$
  INSERT INTO reeve.case_reason(command_id, case_id, reason)
  VALUES (reeve.command_record('case.' || verb, session_user, NULL, k.collection_id, k.key,
    case_record.code, detail => jsonb_build_object('case', k.case_id) || coalesce((
      SELECT jsonb_build_object('evidence', jsonb_object_agg(e.evidence_id, encode(
        reeve.evidence_whole(e.evidence_id), 'hex')))
      FROM (
        SELECT DISTINCT p.evidence_id FROM reeve.report p
        WHERE p.case_id = k.case_id AND p.evidence_id IS NOT NULL
        ORDER BY p.evidence_id DESC LIMIT 100) e
      HAVING count(*) > 0), '{}')), k.case_id, left(case_record.reason, 2000))
$$;

COMMENT ON FUNCTION reeve.case_record(reeve.case, text, text, text) IS
  'Records what somebody did, or was refused, about a case, and seals the evidence of its '
  'reports with it: the latest 100 captures.';
