CREATE OR REPLACE FUNCTION reeve.account_plan(c reeve.collection, key text, until timestamptz)
RETURNS jsonb
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  WITH own AS MATERIALIZED (
    SELECT a.account FROM reeve.account_keys(c.collection_id, ARRAY[account_plan.key]) a),
  other AS MATERIALIZED (
    SELECT s.other AS key, string_agg(DISTINCT s.kind, ', ') AS kinds
    FROM reeve.identifier_shared(c.collection_id, ARRAY(SELECT o.account FROM own o), NULL) s
    WHERE s.is_verified AND s.is_current AND s.other_id = c.collection_id
      AND s.other NOT IN (SELECT o.account FROM own o)
      AND NOT EXISTS (
        SELECT FROM reeve.identifier_bars(c.collection_id, ARRAY[s.other]) b
        WHERE b.until >= account_plan.until)
    GROUP BY s.other ORDER BY s.other LIMIT 10),
  named AS MATERIALIZED (
    SELECT f.key, f.label
    FROM reeve.app_find(c.collection_id, '', ARRAY(SELECT o.key FROM other o), 10) f)
  SELECT jsonb_build_object('notes', ARRAY(
    SELECT n.said FROM (
      SELECT 1, format('covers %s:%s, merged into it', c.name, o.account), o.account
      FROM own o WHERE o.account <> account_plan.key
      UNION ALL
      SELECT 2, format('not barred as long: %s:%s%s, verified %s of the same person', c.name, o.key,
        ' ' || n.label, o.kinds), o.key
      FROM other o LEFT JOIN named n USING (key)) n(place, said, key)
    ORDER BY n.place, n.key))
$$;

COMMENT ON FUNCTION reeve.account_plan(reeve.collection, text, timestamptz) IS
  'What the plan of a ban says of the person''s other accounts: those that were merged into this '
  'one, and up to ten that share a verified identifier and are not barred as long.';
