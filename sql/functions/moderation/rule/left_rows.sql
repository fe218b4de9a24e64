CREATE OR REPLACE FUNCTION reeve.left_rows(
  only_action bigint, only_app text, is_ahead boolean, max_rows int)
RETURNS TABLE(
  action_id bigint, app text, collection text, key text, label text, effect text, due timestamptz)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp SET "TimeZone" = 'UTC'
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT DISTINCT ON (x.due, x.collection_id, x.key)
      x.action_id, x.app, c.name, x.key, x.label, x.effect, x.due
    FROM (
      SELECT k.action_id, r.app, r.affected_id AS collection_id, s.key, s.label, r.name AS effect,
        (s.after ->> 'due')::timestamptz AS due
      FROM (
        -- One query of the app for each effect, however many actions there are.
        SELECT r.rule_id, i.into_key, min(a.performed_at) AS at, array_agg(a.key) AS keys,
          array_agg(a.action_id) AS ids
        FROM reeve.rule r
        JOIN reeve.action a ON a.verb = r.verb AND a.collection_id = r.collection_id
          AND a.key IS NOT NULL AND a.reversed_by IS NULL AND a.leaves IS NOT FALSE
          AND coalesce(a.until > statement_timestamp(), TRUE)
          AND (only_action IS NULL OR a.action_id = only_action)
        CROSS JOIN LATERAL (
          SELECT reeve.merge_into(a.collection_id, a.verb, a.name)) i(into_key)
        WHERE r.kind = 'list' AND r.is_live AND (only_app IS NULL OR r.app = only_app)
        GROUP BY r.rule_id, i.into_key) g
      JOIN reeve.rule r USING (rule_id)
      CROSS JOIN LATERAL reeve.left_select(g.rule_id, g.keys, g.at,
        CASE WHEN is_ahead THEN 'ahead' ELSE 'past' END, max_rows, g.into_key) s
      JOIN LATERAL (
        SELECT max(u.id) FROM unnest(g.keys, g.ids) u(key, id) WHERE u.key = s.root
      ) k(action_id) ON k.action_id IS NOT NULL) x
    JOIN reeve.collection c USING (collection_id)
    ORDER BY x.due, x.collection_id, x.key, x.action_id DESC
    LIMIT max_rows;
END
$$;

COMMENT ON FUNCTION reeve.left_rows(bigint, text, boolean, int) IS
  'The rows of reeve.left_list, without its check of rights, the earliest due first: rows due '
  'after now, or the others, those never due last.';
