CREATE OR REPLACE FUNCTION reeve.catalog_capture_tables(relation regclass)
RETURNS TABLE(name regclass, owner_name text, is_cloned boolean, is_alone boolean)
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  WITH RECURSIVE tree AS (
    SELECT catalog_capture_tables.relation::oid AS id
    UNION
    SELECT h.inhrelid FROM tree JOIN pg_inherits h ON h.inhparent = tree.id)
  SELECT r.oid::regclass, pg_get_userbyid(r.relowner)::text,
    r.relispartition AND r.oid <> catalog_capture_tables.relation, reeve.catalog_is_alone(r.oid)
  FROM tree JOIN pg_class r ON r.oid = tree.id
  WHERE r.relkind IN ('r', 'p') ORDER BY r.oid
$$;

COMMENT ON FUNCTION reeve.catalog_capture_tables(regclass) IS
  'A table with its partitions and what inherits from it. is_cloned: a partition, which gets its '
  'row triggers from the table; other children do not, and none gets triggers for TRUNCATE.';
