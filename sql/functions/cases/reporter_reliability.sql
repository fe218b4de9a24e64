CREATE OR REPLACE FUNCTION reeve.reporter_reliability(sources text[])
RETURNS TABLE(source text, judged int, upheld int, weight double precision, is_muted boolean)
-- plpgsql, since a function in SQL is planned at each call.
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN QUERY
    WITH given AS (
      SELECT s AS source, CASE WHEN s ~ '^[0-9]+:' THEN split_part(s, ':', 1)::int END AS id,
        substr(s, strpos(s, ':') + 1) AS key
      FROM unnest(sources) s),
    asked AS MATERIALIZED (
      SELECT g.source, g.id, CASE WHEN EXISTS (
          SELECT FROM reeve.mark m
          WHERE m.collection_id = g.id AND m.key = g.key AND m.kind = 'merge')
        THEN reeve.account_kept(g.id, g.key) ELSE g.key END AS key
      FROM given g),
    -- Of a person, all accounts that were merged count as one.
    person AS MATERIALIZED (
      SELECT g.id, k.key, array_agg(k.account) AS keys
      FROM (
        SELECT a.id, array_agg(DISTINCT a.key) FROM asked a WHERE a.id IS NOT NULL GROUP BY a.id
      ) g(id, keys)
      CROSS JOIN LATERAL reeve.account_keys(g.id, g.keys) k
      GROUP BY g.id, k.key)
    SELECT s.source, d.judged, d.upheld,
      CASE WHEN s.source LIKE 'rule:%' THEN 1
        ELSE (1 + d.upheld)::float8 / (2 + d.judged) END,
      EXISTS (
        SELECT FROM reeve.action a
        WHERE a.collection_id = s.id AND a.key = ANY (p.keys)
          AND a.verb = 'mute' AND a.reversed_by IS NULL AND a.until > clock_timestamp())
    FROM asked s
    LEFT JOIN person p USING (id, key)
    CROSS JOIN LATERAL (
      SELECT count(*)::int, (count(*) FILTER (WHERE o.outcome = 'upheld'))::int
      FROM (
        SELECT r.case_id
        FROM unnest(CASE WHEN cardinality(p.keys) > 1 THEN ARRAY(
            SELECT format('%s:%s', s.id, u) FROM unnest(p.keys) u)
          ELSE ARRAY[s.source] END) t(source)
        -- Account by account, in the order of an index: for several at once the planner might read
        -- all reports backwards, as long as it knows nothing of a flood of them.
        CROSS JOIN LATERAL (
          SELECT r.report_id, r.case_id FROM reeve.report r
          WHERE r.source = t.source AND r.source <> '' AND r.weight > 0
          ORDER BY r.report_id DESC LIMIT 200) r
        ORDER BY r.report_id DESC LIMIT 200) r
      -- Looked up one by one: a join might read all cases for each source.
      CROSS JOIN LATERAL (
        SELECT coalesce(k.duplicate_of, k.case_id) FROM reeve.case k
        WHERE k.case_id = r.case_id OFFSET 0) k(case_id)
      CROSS JOIN LATERAL (
        SELECT o.outcome FROM reeve.case o
        WHERE o.case_id = k.case_id AND o.outcome IN ('upheld', 'dismissed') OFFSET 0) o
    ) d(judged, upheld);
END
$$;

COMMENT ON FUNCTION reeve.reporter_reliability(text[]) IS
  'How reliable sources of reports are, accounts that were merged together: of the last 200 cases '
  'that each reported, how many were decided and upheld; weight is that share, with one case '
  'added to both counts; 1 for a rule.';
