CREATE OR REPLACE FUNCTION reeve.case_neighbours(case_id bigint, max_rows int)
RETURNS TABLE(
  case_number text, relation text, subject text, label text, policy text, state text,
  report_count int, opened_at timestamptz)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  PERFORM reeve.member_require('viewer');
  RETURN QUERY
    WITH RECURSIVE up(collection_id, key, path, depth) AS (
      SELECT k.collection_id, k.key, NULL::text, 0
      FROM reeve.case k JOIN reeve.collection c USING (collection_id)
      WHERE k.case_id = case_neighbours.case_id AND c.is_live
      UNION ALL
      SELECT p.parent_id, p.parent_key, concat_ws('.', up.path, p.name), up.depth + 1
      FROM up
      CROSS JOIN LATERAL reeve.app_parents(up.collection_id, ARRAY[up.key]) p
      WHERE up.depth < 4 AND p.parent_key IS NOT NULL),
    near AS MATERIALIZED (
      SELECT k.*, up.path, c.name AS collection
      FROM (
        SELECT DISTINCT ON (up.collection_id, o.account) up.collection_id, o.account AS key,
          CASE WHEN o.account = up.key THEN up.path
            ELSE concat_ws('.', up.path, 'merged into it') END AS path
        FROM up
        CROSS JOIN LATERAL reeve.account_keys(up.collection_id, ARRAY[up.key]) o
        ORDER BY up.collection_id, o.account, up.depth) up
      JOIN reeve.case k ON k.collection_id = up.collection_id AND k.key = up.key
      JOIN reeve.collection c ON c.collection_id = k.collection_id
      WHERE k.case_id <> case_neighbours.case_id
      ORDER BY k.closed_at IS NULL DESC, k.case_id DESC LIMIT max_rows)
    SELECT 'C' || n.case_id, coalesce(n.path, 'the same'), n.collection || ':' || n.key,
      (SELECT f.label FROM reeve.app_labels(n.collection_id, ARRAY[n.key]) f), n.policy,
      CASE WHEN n.closed_at IS NOT NULL THEN n.outcome
        WHEN n.claimed_until > clock_timestamp() THEN 'open, ' || n.claimed_by
        ELSE 'open' END,
      n.report_count, n.opened_at
    FROM near n
    ORDER BY n.closed_at IS NULL DESC, n.case_id DESC;
EXCEPTION WHEN SQLSTATE 'RV006' THEN
  -- Where the app's tables do not tell whose the subject is, its case is shown all the same.
  RAISE WARNING '%', SQLERRM USING HINT = reeve.catalog_remedy();
END
$$;

COMMENT ON FUNCTION reeve.case_neighbours(bigint, int) IS
  'Other cases about the subject, its parents in the catalog and accounts merged into them, open '
  'ones first; relation is the path there. NULL: label, policy.';

GRANT EXECUTE ON FUNCTION reeve.case_neighbours(bigint, int) TO reeve_viewer;
