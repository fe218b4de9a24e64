CREATE OR REPLACE FUNCTION reeve.flag_list(app text)
RETURNS TABLE(
  app_name text, name text, collection text, kind text, policy text, severity text,
  proposes text, most int, ran_at timestamptz, hits bigint, withheld bigint, judged int,
  upheld int, note text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  PERFORM reeve.member_require('viewer');
  RETURN QUERY
    SELECT f.app, f.name, c.name, f.kind, f.policy, coalesce(f.severity, p.severity, 'medium'),
      f.proposes, f.most, s.ran_at, s.hits, s.withheld, r.judged, r.upheld, CASE
        WHEN f.kind = 'banned' AND NOT EXISTS (
          SELECT FROM reeve.identifier_key k WHERE k.replaced_at IS NULL)
        THEN 'no worker has a link key'
        WHEN i.failed_at IS NOT NULL THEN 'the identifiers of ' || c.name || ' cannot be read'
        WHEN s.failed_at IS NOT NULL THEN 'failed at ' || reeve.moment_text(s.failed_at)
        WHEN s.scanned_at IS NULL AND s.cursor IS NOT NULL THEN 'looks at existing rows'
        WHEN s.scanned_at IS NULL THEN 'waits for a worker' ELSE '' END
    FROM reeve.flag f
    JOIN reeve.flag_state s USING (flag_id)
    JOIN reeve.collection c ON c.collection_id = f.collection_id
    LEFT JOIN reeve.identifier_scan i
      ON f.kind = 'banned' AND i.collection_id = f.collection_id
    LEFT JOIN reeve.policy p ON p.app = f.app AND p.name = f.policy
    CROSS JOIN LATERAL reeve.reporter_reliability(ARRAY['rule:' || f.app || '/' || f.name]) r
    WHERE f.is_live AND f.kind <> 'rule' AND (flag_list.app IS NULL OR f.app = flag_list.app)
    ORDER BY f.app, f.name;
END
$$;

COMMENT ON FUNCTION reeve.flag_list(text) IS
  'The flags of an app, of all if NULL, but for rules (reeve.flag_rule_list): when each last ran, '
  'how much it ever reported, and of its last 200 cases how many were decided, and how many '
  'upheld. NULL: policy, proposes, ran_at.';

GRANT EXECUTE ON FUNCTION reeve.flag_list(text) TO reeve_viewer;
