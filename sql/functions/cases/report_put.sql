CREATE OR REPLACE FUNCTION reeve.report_put(
  collection_id int, key text, policy text, words text, reporter_id int, reporter_key text,
  rule text, threshold int DEFAULT NULL, proposes text DEFAULT NULL, evidence bigint DEFAULT NULL)
RETURNS bigint
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  filed bigint;
BEGIN
  INSERT INTO reeve.report(
    collection_id, key, policy, words, reporter_id, reporter_key, rule, threshold, filed_by,
    evidence_id, proposes, withdrawn_by)
  VALUES (report_put.collection_id, report_put.key, report_put.policy,
    nullif(left(btrim(report_put.words), 2000), ''), report_put.reporter_id,
    report_put.reporter_key, report_put.rule, report_put.threshold, session_user,
    coalesce(evidence, reeve.evidence_capture(report_put.collection_id, report_put.key)),
    report_put.proposes,
    reeve.report_answer(report_put.collection_id, report_put.key, report_put.policy,
      report_put.proposes, report_put.threshold))
  RETURNING report.report_id INTO filed;
  IF filed % 32 = 0 THEN
    PERFORM reeve.tables_analyze();
  END IF;
  RETURN filed;
END
$$;

COMMENT ON FUNCTION reeve.report_put(int, text, text, text, int, text, text, int, text, bigint) IS
  'Notes a report by a person or a rule, with the subject''s current evidence; the next intake '
  'puts it into its case, unless an action in force already does what it proposes. threshold: of '
  'strikes, how many it takes; proposes: as in reeve.report; evidence: of this transaction, if it '
  'has been captured already.';
