CREATE OR REPLACE FUNCTION reeve.measure_list(since timestamptz, till timestamptz)
RETURNS TABLE(
  app text, action_id bigint, kind text, collection text, is_person boolean, content text,
  policy text, category text, is_illegal boolean, public_reason text, performed_at timestamptz,
  until timestamptz, is_reported boolean, is_flagged boolean, is_automatic boolean,
  reversed_at timestamptz)
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT c.app, a.action_id, k.name, c.name, c.locale_sql IS NOT NULL,
    p.manifest #>> ARRAY['collections', c.name, 'content'], a.policy,
    p.manifest #>> ARRAY['policies', a.policy, 'category'],
    p.manifest #>> ARRAY['policies', a.policy, 'ground'] IS NOT DISTINCT FROM 'illegal',
    a.public_reason, a.performed_at, a.until, s.is_reported, s.is_flagged,
    a.actor LIKE 'system:%', b.performed_at
  FROM reeve.action a
  JOIN reeve.collection c USING (collection_id)
  JOIN reeve.app p ON p.app = c.app
  JOIN reeve.action_kind k ON k.name = coalesce((
    SELECT d.kind FROM reeve.catalog_action d
    WHERE d.app = c.app AND d.verb = a.verb AND d.collection_id = a.collection_id), a.verb)
  LEFT JOIN reeve.action b ON b.action_id = a.reversed_by
  CROSS JOIN LATERAL (
    SELECT coalesce(bool_or(t.rule IS NULL), FALSE), coalesce(bool_or(t.rule IS NOT NULL), FALSE)
    FROM reeve.case_action l
    JOIN reeve.case e ON e.case_id = l.case_id OR e.duplicate_of = l.case_id
    JOIN reeve.report t ON t.case_id = e.case_id
    WHERE l.action_id = a.action_id AND t.at <= a.performed_at) s(is_reported, is_flagged)
  WHERE a.performed_at >= since AND a.performed_at < till AND a.policy IS NOT NULL
    AND a.reverses IS NULL AND k.is_measure
$$;

COMMENT ON FUNCTION reeve.measure_list(timestamptz, timestamptz) IS
  'Restrictions that cite a policy, from one moment on and before another: what each is, whether '
  'somebody had reported it (is_reported) or a rule had flagged it by then, and whether and when '
  'it was undone.';
