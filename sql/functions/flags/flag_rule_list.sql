CREATE OR REPLACE FUNCTION reeve.flag_rule_list(app text)
RETURNS TABLE(
  app_name text, name text, collection text, finds text, policy text, severity text,
  proposes text, most int, on_since timestamptz, on_by text, ran_at timestamptz, hits bigint,
  withheld bigint, judged int, upheld int, note text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  PERFORM reeve.member_require('viewer');
  RETURN QUERY
    SELECT f.app, f.name, c.name, format('more than %s within %s', f.spec #>> '{rule,more_than}',
      f.spec #>> '{rule,within}'), f.policy, coalesce(f.severity, p.severity, 'medium'),
      f.proposes, f.most, s.on_since, s.on_by, s.ran_at, s.hits, s.withheld, r.judged, r.upheld,
      CASE
        WHEN s.on_since IS NULL AND s.on_by IS NOT NULL THEN 'changed since it was switched on'
        WHEN s.on_since IS NULL THEN ''
        WHEN s.failed_at IS NOT NULL
        THEN format('failed at %s: %s', reeve.moment_text(s.failed_at), x.cause)
        WHEN s.ran_at IS NULL THEN 'waits for a worker' ELSE '' END
    FROM reeve.flag f
    JOIN reeve.flag_state s USING (flag_id)
    JOIN reeve.collection c ON c.collection_id = f.subject_id
    LEFT JOIN reeve.policy p ON p.app = f.app AND p.name = f.policy
    LEFT JOIN reeve.change_fault x
      ON x.reader = 'flag ' || f.name AND x.collection_id = f.collection_id
    CROSS JOIN LATERAL reeve.reporter_reliability(ARRAY['rule:' || f.app || '/' || f.name]) r
    WHERE f.is_live AND f.kind = 'rule'
      AND (flag_rule_list.app IS NULL OR f.app = flag_rule_list.app)
    ORDER BY f.app, f.name;
END
$$;

COMMENT ON FUNCTION reeve.flag_rule_list(text) IS
  'The rules of an app, of all if NULL: since when each is on and by whom, when it last ran, how '
  'many reports it ever made, and of its last 200 cases how many were decided, and how many '
  'upheld. on_by without on_since: the catalog changed it after that login had switched it on. '
  'NULL: policy, on_since, on_by, ran_at.';

GRANT EXECUTE ON FUNCTION reeve.flag_rule_list(text) TO reeve_viewer;
