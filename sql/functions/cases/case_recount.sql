CREATE OR REPLACE FUNCTION reeve.case_recount(case_ids bigint[]) RETURNS void
LANGUAGE sql SET search_path = pg_catalog, reeve, pg_temp
AS $$
  -- Whoever waits for a case counts what the others have put into it meanwhile.
  SELECT FROM reeve.case k WHERE k.case_id = ANY (case_ids) ORDER BY k.case_id FOR NO KEY UPDATE;
  UPDATE reeve.case k
  SET report_count = n.report_count, weight = n.weight,
    -- That of a request is its deadline's.
    due_at = CASE WHEN k.request IS NULL
      THEN reeve.case_due(k.opened_at, k.severity, n.weight) ELSE k.due_at END
  FROM (
    SELECT r.case_id, coalesce(sum(s.report_count), 0)::int, coalesce(sum(s.weight), 0)
    FROM unnest(case_ids) r(case_id)
    LEFT JOIN LATERAL (
      -- Somebody who reported a case and its duplicate counts once.
      SELECT count(*), max(p.weight) FILTER (WHERE NOT p.is_muted)
      FROM reeve.report p
      WHERE p.case_id = ANY (r.case_id || ARRAY(
        SELECT d.case_id FROM reeve.case d WHERE d.duplicate_of = r.case_id))
        AND p.withdrawn_by IS NULL
      GROUP BY p.source) s(report_count, weight) ON TRUE
    GROUP BY r.case_id) n(case_id, report_count, weight)
  WHERE k.case_id = n.case_id
$$;

COMMENT ON FUNCTION reeve.case_recount(bigint[]) IS
  'Counts the reports of cases again, with those of their duplicates and without withdrawn ones.';
