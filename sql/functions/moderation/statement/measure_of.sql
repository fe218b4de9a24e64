CREATE OR REPLACE FUNCTION reeve.measure_of(action_ids bigint[])
RETURNS TABLE(
  app text, action_id bigint, key text, kind text, is_measure boolean, collection text,
  is_person boolean, content text, policy text, category text, is_illegal boolean,
  public_reason text, performed_at timestamptz, until timestamptz, is_reported boolean,
  is_flagged boolean, is_automatic boolean, reversed_at timestamptz)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  -- So that its plan is kept: notices are rendered one by one.
  RETURN QUERY
    -- Reads the manifest once per collection and policy, not per action, and only of these.
    WITH chosen AS MATERIALIZED (
      SELECT a.* FROM reeve.action a
      WHERE a.action_id = ANY (action_ids) AND a.policy IS NOT NULL AND a.reverses IS NULL),
    subject AS MATERIALIZED (
      SELECT c.collection_id, c.app, c.name, c.locale_sql IS NOT NULL AS is_person,
        p.manifest #>> ARRAY['collections', c.name, 'content'] AS content
      FROM reeve.collection c JOIN reeve.app p USING (app)
      WHERE c.collection_id IN (SELECT x.collection_id FROM chosen x)),
    clause AS MATERIALIZED (
      SELECT p.app, q.name, p.manifest #>> ARRAY['policies', q.name, 'category'] AS category,
        p.manifest #>> ARRAY['policies', q.name, 'ground'] AS ground
      FROM (
        SELECT DISTINCT s.app, x.policy AS name
        FROM chosen x JOIN subject s USING (collection_id)) q
      JOIN reeve.app p USING (app)),
    source AS (
      SELECT l.action_id, bool_or(t.rule IS NULL) AS is_reported,
        bool_or(t.rule IS NOT NULL) AS is_flagged
      FROM reeve.case_action l
      JOIN chosen x USING (action_id)
      JOIN (
        SELECT e.case_id AS kept_id, e.case_id FROM reeve.case e
        UNION ALL
        SELECT e.duplicate_of, e.case_id FROM reeve.case e WHERE e.duplicate_of IS NOT NULL
      ) e ON e.kept_id = l.case_id
      JOIN reeve.report t ON t.case_id = e.case_id AND t.at <= x.performed_at
      GROUP BY l.action_id)
    SELECT c.app, a.action_id, a.key, k.name, k.is_measure, c.name, c.is_person, c.content,
      a.policy, q.category,
      q.ground IS NOT DISTINCT FROM 'illegal', a.public_reason, a.performed_at, a.until,
      coalesce(s.is_reported, FALSE), coalesce(s.is_flagged, FALSE), a.actor LIKE 'system:%',
      b.performed_at
    FROM chosen a
    JOIN subject c USING (collection_id)
    LEFT JOIN clause q ON q.app = c.app AND q.name = a.policy
    LEFT JOIN reeve.catalog_action d
      ON d.app = c.app AND d.verb = a.verb AND d.collection_id = a.collection_id
    JOIN reeve.action_kind k ON k.name = coalesce(d.kind, a.verb)
    LEFT JOIN reeve.action b ON b.action_id = a.reversed_by
    LEFT JOIN source s ON s.action_id = a.action_id
    WHERE k.needs_policy;
END
$$;

COMMENT ON FUNCTION reeve.measure_of(bigint[]) IS
  'Those of these actions that cite a policy: the kind of each, whether it restricts something '
  '(is_measure), whether it had been reported (is_reported) or flagged by a rule by then, and '
  'whether and when it was undone.';
