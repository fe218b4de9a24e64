CREATE OR REPLACE FUNCTION reeve.counter_list(only_app text, since timestamptz, till timestamptz)
RETURNS TABLE(app text, counter text, kind text, source text, count bigint, median_hours numeric)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  PERFORM reeve.member_require('auditor');
  RETURN QUERY
    WITH fact(app, place, counter, kind, source, took) AS (
      SELECT c.app, 1, 'notices', coalesce(t.policy, 'none'),
        CASE WHEN t.rule IS NOT NULL THEN 'rule' WHEN t.reporter_id IS NULL THEN 'unknown'
          ELSE 'user' END, NULL::interval
      FROM reeve.report t JOIN reeve.collection c USING (collection_id)
      WHERE t.at >= since AND t.at < till
      UNION ALL
      SELECT c.app, 2, 'notices handled', k.outcome, coalesce(k.policy, 'none'),
        k.closed_at - k.opened_at
      FROM reeve.case k JOIN reeve.collection c USING (collection_id)
      -- What a person asks for under data protection law is no notice.
      WHERE k.request IS NULL AND k.closed_at >= since AND k.closed_at < till
      UNION ALL
      SELECT m.app, CASE WHEN m.is_reported THEN 3 ELSE 4 END,
        CASE WHEN m.is_reported THEN 'measures on notice' ELSE 'own-initiative measures' END,
        m.kind, CASE WHEN m.is_flagged THEN 'rule' ELSE 'person' END, NULL
      FROM reeve.measure_list(since, till) m
      UNION ALL
      SELECT m.app, 5, 'suspensions',
        CASE WHEN m.until = 'infinity' THEN 'without end' ELSE 'for a time' END, m.policy, NULL
      FROM reeve.measure_list(since, till) m JOIN reeve.action_kind k ON k.name = m.kind
      WHERE m.is_person AND k.bars
      UNION ALL
      SELECT c.app, 6, 'appeals', p.outcome, 'decided', p.decided_at - p.opened_at
      FROM reeve.appeal p JOIN reeve.collection c USING (collection_id)
      WHERE p.decided_at >= since AND p.decided_at < till
      UNION ALL
      SELECT c.app, 7, 'appeals', 'open', 'received', NULL
      FROM reeve.appeal p JOIN reeve.collection c USING (collection_id)
      WHERE p.opened_at >= since AND p.opened_at < till
        AND (p.decided_at IS NULL OR p.decided_at >= till)
      UNION ALL
      SELECT c.app, 8, 'muted reporters',
        CASE WHEN a.until < 'infinity' THEN 'for a time' ELSE 'without end' END, 'person', NULL
      FROM reeve.action a JOIN reeve.collection c USING (collection_id)
      WHERE a.verb = 'mute' AND a.performed_at >= since AND a.performed_at < till)
    SELECT f.app, f.counter, f.kind, f.source, count(*),
      round((percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM f.took)))::numeric
        / 3600, 2)
    FROM fact f
    WHERE only_app IS NULL OR f.app = only_app
    GROUP BY f.app, f.place, f.counter, f.kind, f.source
    ORDER BY f.app, f.place, f.kind, f.source;
END
$$;

COMMENT ON FUNCTION reeve.counter_list(text, timestamptz, timestamptz) IS
  'The counts of a transparency report between two moments: notices by policy and source, how '
  'they were handled, measures on notice and on own initiative, suspensions, appeals by outcome, '
  'muted reporters; median_hours: how long it took. Needs auditor or senior. NULL: kind, '
  'median_hours.';

GRANT EXECUTE ON FUNCTION reeve.counter_list(text, timestamptz, timestamptz) TO reeve_viewer;
