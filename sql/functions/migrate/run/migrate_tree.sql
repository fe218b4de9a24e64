CREATE OR REPLACE FUNCTION reeve.migrate_tree(mapping jsonb, source regclass, target regclass)
RETURNS TABLE(side text, place int, relation regclass, role_name text, file oid)
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT v.side, p.place, h.relid, pg_get_userbyid(r.relowner)::text,
    coalesce(nullif(r.relfilenode, 0), r.oid)
  FROM (VALUES ('source', source), ('target', target)) v(side, main)
  CROSS JOIN LATERAL reeve.migrate_parts(mapping, v.side, v.main) p
  CROSS JOIN LATERAL pg_partition_tree(p.relation) h
  JOIN pg_class r ON r.oid = h.relid
  WHERE v.main IS NOT NULL AND h.isleaf AND h.level > 0
  ORDER BY v.side, p.place, h.relid
$$;

COMMENT ON FUNCTION reeve.migrate_tree(jsonb, regclass, regclass) IS
  'Partitions of a mapping''s tables that hold rows, at any depth: side, the number of their table '
  'in reeve.migrate_parts, their owner and file, which changes when they are emptied.';
