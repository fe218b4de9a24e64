CREATE OR REPLACE FUNCTION reeve.migrate_files(mapping jsonb, source regclass, target regclass)
RETURNS jsonb
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT coalesce(jsonb_object_agg(s.side, s.files), '{}')
  FROM (
    SELECT t.side, jsonb_agg(t.file::bigint ORDER BY t.file) AS files
    FROM reeve.migrate_tree(mapping, source, target) t GROUP BY t.side) s
$$;

COMMENT ON FUNCTION reeve.migrate_files(jsonb, regclass, regclass) IS
  'The files of the partitions of both sides, as live_copy.leaves has them.';
