CREATE OR REPLACE FUNCTION reeve.reporter_recount(collection_id int, key text) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  sources text[] := ARRAY(
    SELECT reporter_recount.collection_id || ':' || k.account
    FROM reeve.account_keys(reporter_recount.collection_id, ARRAY[
      reeve.account_kept(reporter_recount.collection_id, reporter_recount.key)]) k);
  muted boolean := (SELECT s.is_muted FROM reeve.reporter_reliability(sources[:1]) s);
  concerned bigint[];
BEGIN
  SELECT array_agg(k.case_id) INTO concerned
  FROM (
    SELECT k.case_id FROM reeve.case k
    WHERE k.closed_at IS NULL AND k.case_id IN (
      SELECT coalesce(o.duplicate_of, o.case_id)
      FROM reeve.report p JOIN reeve.case o USING (case_id)
      WHERE p.source = ANY (sources) AND p.is_muted <> muted)
    ORDER BY k.case_id FOR NO KEY UPDATE) k;
  UPDATE reeve.report p SET is_muted = muted
  FROM reeve.case k
  WHERE p.source = ANY (sources) AND k.case_id = p.case_id
    AND coalesce(k.duplicate_of, k.case_id) = ANY (concerned);
  PERFORM reeve.case_recount(concerned);
END
$$;

COMMENT ON FUNCTION reeve.reporter_recount(int, text) IS
  'Recounts the reports in open cases of a reporter, by all accounts that were merged together, by '
  'whether the reporter is muted now.';
