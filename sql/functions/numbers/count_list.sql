CREATE OR REPLACE FUNCTION reeve.count_list(app text)
RETURNS TABLE(
  app_name text, collection text, name text, stored text, compared_at timestamptz, rows bigint,
  differing bigint, example text, example_stored bigint, example_counted bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  PERFORM reeve.member_require('viewer');
  RETURN QUERY
    SELECT c.app, c.name, r.name, r.stored, r.compared_at, r.rows, r.differing,
      c.name || ':' || d.key, d.stored, d.counted
    FROM reeve.count_rule r
    JOIN reeve.collection c USING (collection_id)
    LEFT JOIN LATERAL (
      SELECT * FROM reeve.count_difference d
      WHERE d.collection_id = r.collection_id AND d.name = r.name ORDER BY d.key LIMIT 1) d ON TRUE
    WHERE c.is_live AND (count_list.app IS NULL OR c.app = count_list.app)
    ORDER BY c.app, c.collection_id, r.name;
END
$$;

COMMENT ON FUNCTION reeve.count_list(text) IS
  'The counts that an app''s catalog declares (all apps'' if NULL), with the last comparison of '
  'those that the app stores. NULL: stored, compared_at, rows, differing, example, '
  'example_stored, example_counted.';

GRANT EXECUTE ON FUNCTION reeve.count_list(text) TO reeve_viewer;
