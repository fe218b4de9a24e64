CREATE OR REPLACE FUNCTION reeve.migrate_park(relation regclass)
RETURNS TABLE(kind text, name text, role_name text, park text, restore text, validate text,
  relation_id bigint)
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT s.kind, s.name, pg_get_userbyid(r.relowner), s.park, s.restore, s.validate,
    r.oid::bigint
  FROM pg_class r
  CROSS JOIN LATERAL (SELECT r.oid::regclass) n(name)
  CROSS JOIN LATERAL (
    SELECT 'trigger' AS kind, t.tgname AS name,
      format('ALTER TABLE %s DISABLE TRIGGER %I', n.name, t.tgname) AS park,
      format('ALTER TABLE %s ENABLE %sTRIGGER %I', n.name,
        CASE t.tgenabled WHEN 'A' THEN 'ALWAYS ' WHEN 'R' THEN 'REPLICA ' ELSE '' END,
        t.tgname) AS restore, NULL AS validate
    FROM pg_trigger t
    WHERE t.tgrelid = r.oid AND NOT t.tgisinternal AND t.tgparentid = 0 AND t.tgenabled <> 'D'
      AND t.tgname !~ '^reeve_(follow|closed)'
    UNION ALL
    SELECT 'foreign key', k.conname,
      format('ALTER TABLE %s DROP CONSTRAINT %I', n.name, k.conname),
      format('ALTER TABLE %s ADD CONSTRAINT %I %s%s', n.name, k.conname,
        pg_get_constraintdef(k.oid),
        CASE WHEN k.convalidated AND r.relkind <> 'p' THEN ' NOT VALID' ELSE '' END)
        || coalesce(format('; COMMENT ON CONSTRAINT %I ON %s IS ', k.conname, n.name)
          || quote_literal(obj_description(k.oid, 'pg_constraint')), ''),
      -- PostgreSQL validates those of a partitioned table when they are added.
      CASE WHEN k.convalidated AND r.relkind <> 'p'
        THEN format('ALTER TABLE %s VALIDATE CONSTRAINT %I', n.name, k.conname) END
    FROM pg_constraint k
    WHERE k.conrelid = r.oid AND k.contype = 'f' AND k.conparentid = 0) s
  -- Partitions have those of their table, and may have more.
  WHERE r.oid = relation OR r.oid IN (
    SELECT h.relid FROM pg_partition_tree(migrate_park.relation) h)
  ORDER BY r.oid <> relation, r.oid, s.kind, s.name
$$;

COMMENT ON FUNCTION reeve.migrate_park(regclass) IS
  'The triggers and foreign keys that are removed from a table that follows, and from its '
  'partitions, and the statements that restore them: the triggers have fired for the live row '
  'already, and the foreign keys would bind the app to rows that are behind.';
