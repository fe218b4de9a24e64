CREATE OR REPLACE FUNCTION reeve.app_code_reach(manifest jsonb)
RETURNS TABLE(class_id oid, id oid, path text)
LANGUAGE plpgsql STABLE ROWS 1000 SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
DECLARE
  class_ids oid[];
  ids oid[];
  paths text[];
  all_classes oid[] := '{}';
  all_ids oid[] := '{}';
  all_paths text[] := '{}';
BEGIN
  SELECT array_agg(r.class_id), array_agg(r.id), array_agg(r.path) INTO class_ids, ids, paths
  FROM (
    SELECT DISTINCT ON (r.class_id, r.id) r.*
    FROM reeve.app_code_roots(manifest) r
    ORDER BY r.class_id, r.id, length(r.path), r.path) r;
  WHILE class_ids IS NOT NULL LOOP
    all_classes := all_classes || class_ids;
    all_ids := all_ids || ids;
    all_paths := all_paths || paths;
    SELECT array_agg(n.class_id), array_agg(n.id), array_agg(n.path) INTO class_ids, ids, paths
    FROM (
      SELECT DISTINCT ON (n.class_id, n.id) n.*
      FROM reeve.app_code_next(manifest, class_ids, ids, paths) n
      WHERE NOT EXISTS (
        SELECT FROM unnest(all_classes, all_ids) s(class_id, id)
        WHERE s.class_id = n.class_id AND s.id = n.id)
      ORDER BY n.class_id, n.id, n.path) n;
  END LOOP;
  RETURN QUERY SELECT * FROM unnest(all_classes, all_ids, all_paths);
END
$$;

COMMENT ON FUNCTION reeve.app_code_reach(jsonb) IS
  'Every object of an app that Reeve''s calls can reach, each with the path in the manifest that '
  'leads to it by the fewest steps.';
