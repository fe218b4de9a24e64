CREATE OR REPLACE FUNCTION reeve.complaint_put(
  collection_id int, key text, policy text, words text, reporter_id int, reporter_key text,
  rule text, threshold int DEFAULT NULL)
RETURNS bigint
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
#variable_conflict use_column
DECLARE
  filed bigint;
BEGIN
  INSERT INTO reeve.complaint(
    collection_id, key, policy, words, reporter_id, reporter_key, rule, threshold, filed_by,
    evidence_id)
  VALUES (complaint_put.collection_id, complaint_put.key, complaint_put.policy,
    nullif(left(btrim(complaint_put.words), 2000), ''), complaint_put.reporter_id,
    complaint_put.reporter_key, complaint_put.rule, complaint_put.threshold, session_user,
    reeve.evidence_capture(complaint_put.collection_id, complaint_put.key))
  RETURNING complaint.complaint_id INTO filed;
  RETURN filed;
END
$$;

COMMENT ON FUNCTION reeve.complaint_put(int, text, text, text, int, text, text, int) IS
  'Notes what a person or a rule reports, with what is there; the next look at the queue puts it '
  'into its case. threshold: of strikes, how many it takes.';
