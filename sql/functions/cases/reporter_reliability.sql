CREATE OR REPLACE FUNCTION reeve.reporter_reliability(sources text[])
RETURNS TABLE(source text, judged int, upheld int, weight double precision, is_muted boolean)
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT s.source, d.judged, d.upheld,
    CASE WHEN s.source LIKE 'rule:%' THEN 1 ELSE (1.0 + d.upheld) / (2 + d.judged) END,
    s.source ~ '^[0-9]+:' AND EXISTS (
      SELECT FROM reeve.action a
      WHERE a.collection_id = substring(s.source FROM '^[0-9]+')::int
        AND a.key = ANY (w.keys)
        AND a.verb = 'mute' AND a.reversed_by IS NULL AND a.until > clock_timestamp())
  FROM unnest(sources) s(source)
  -- Of a person, all accounts that were merged count as one.
  CROSS JOIN LATERAL (
    SELECT CASE WHEN s.source ~ '^[0-9]+:' THEN ARRAY(
      SELECT o.account FROM reeve.account_keys(substring(s.source FROM '^[0-9]+')::int,
        ARRAY[substr(s.source, strpos(s.source, ':') + 1)]) o) END) w(keys)
  CROSS JOIN LATERAL (
    SELECT count(*)::int, (count(*) FILTER (WHERE o.outcome = 'upheld'))::int
    FROM (
      SELECT p.case_id FROM reeve.report p
      WHERE p.source = ANY (CASE WHEN cardinality(w.keys) > 1 THEN ARRAY(
          SELECT substring(s.source FROM '^[0-9]+:') || u FROM unnest(w.keys) u)
        ELSE ARRAY[s.source] END) AND p.source <> '' AND p.weight > 0
      ORDER BY p.report_id DESC LIMIT 200) p
    JOIN reeve.case k USING (case_id)
    JOIN reeve.case o ON o.case_id = coalesce(k.duplicate_of, k.case_id)
    WHERE o.outcome IN ('upheld', 'dismissed')) d(judged, upheld)
$$;

COMMENT ON FUNCTION reeve.reporter_reliability(text[]) IS
  'How reliable sources of reports are, accounts that were merged together: of the last 200 cases '
  'that each reported, how many were decided and upheld; weight is that share, with one case '
  'added to both counts; 1 for a rule.';
