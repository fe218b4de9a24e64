CREATE OR REPLACE FUNCTION reeve.left_rows(
  only_action bigint, only_app text, is_ahead boolean, max_rows int)
RETURNS TABLE(
  action_id bigint, app text, collection text, key text, label text, effect text, due timestamptz)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp SET "TimeZone" = 'UTC'
AS $$
BEGIN
  RETURN QUERY
    WITH open AS MATERIALIZED (
      SELECT r.rule_id, i.into_key, a.key, min(a.performed_at) AS at,
        max(a.action_id) AS action_id
      FROM reeve.rule r
      JOIN reeve.action a ON a.verb = r.verb AND a.collection_id = r.collection_id
        AND a.key IS NOT NULL AND a.reversed_by IS NULL AND a.leaves IS NOT FALSE
        AND coalesce(a.until > statement_timestamp(), TRUE)
        AND (only_action IS NULL OR a.action_id = only_action)
      CROSS JOIN LATERAL (SELECT CASE WHEN a.name IS NOT NULL
        THEN reeve.merge_into(a.collection_id, a.verb, a.name) END) i(into_key)
      WHERE r.kind = 'list' AND r.is_live AND (only_app IS NULL OR r.app = only_app)
      GROUP BY r.rule_id, i.into_key, a.key),
    -- One query of the app for each effect, however many actions there are.
    found AS MATERIALIZED (
      SELECT g.rule_id, g.into_key, s.*
      FROM (
        SELECT o.rule_id, o.into_key, min(o.at) AS at, array_agg(o.key) AS keys
        FROM open o GROUP BY o.rule_id, o.into_key) g
      CROSS JOIN LATERAL reeve.left_select(g.rule_id, g.keys, g.at,
        CASE WHEN is_ahead THEN 'ahead' ELSE 'past' END, max_rows, g.into_key) s)
    SELECT DISTINCT ON (x.due, x.collection_id, x.key)
      x.action_id, x.app, c.name, x.key, x.label, x.effect, x.due
    FROM (
      SELECT o.action_id, r.app, r.affected_id AS collection_id, s.key, s.label, r.name AS effect,
        (s.after ->> 'due')::timestamptz AS due
      FROM found s
      JOIN reeve.rule r USING (rule_id)
      JOIN open o ON o.rule_id = s.rule_id AND o.key = s.root
        AND o.into_key IS NOT DISTINCT FROM s.into_key) x
    JOIN reeve.collection c USING (collection_id)
    ORDER BY x.due, x.collection_id, x.key, x.action_id DESC
    LIMIT max_rows;
END
$$;

COMMENT ON FUNCTION reeve.left_rows(bigint, text, boolean, int) IS
  'The rows of reeve.left_list, without its check of rights, the earliest due first: rows due '
  'after now, or the others, those never due last.';
