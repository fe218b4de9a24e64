CREATE OR REPLACE FUNCTION reeve.migrate_shape(mapping jsonb, source regclass, target regclass)
RETURNS text
LANGUAGE sql VOLATILE SET search_path = pg_catalog, reeve, pg_temp SET jit = off
SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off
AS $$
  WITH RECURSIVE t AS MATERIALIZED (
    SELECT p.relation
    FROM (VALUES ('source', source), ('target', target)) v(side, main)
    CROSS JOIN LATERAL reeve.migrate_parts(mapping, v.side, v.main) p
  ),
  -- What refers to the old names, which are those of views after a cutover, also through views.
  d(class_id, object_id, relation_id) AS (
    SELECT 'pg_class'::regclass::oid, 0::oid, to_regclass(p.name)::oid
    FROM reeve.migrate_parts(mapping, 'source', source, '') p
    UNION
    SELECT x.classid, x.objid, w.ev_class
    FROM d
    JOIN pg_class r ON r.oid = d.relation_id
    LEFT JOIN pg_type y ON y.oid = r.reltype
    CROSS JOIN LATERAL (
      SELECT p.classid, p.objid FROM pg_depend p
      WHERE p.refclassid = 'pg_class'::regclass AND p.refobjid = r.oid
      UNION ALL
      SELECT p.classid, p.objid FROM pg_depend p
      WHERE p.refclassid = 'pg_type'::regclass AND p.refobjid IN (y.oid, y.typarray)) x
    LEFT JOIN pg_rewrite w ON x.classid = 'pg_rewrite'::regclass AND w.oid = x.objid
  )
  SELECT md5(string_agg(x.fact, E'\n' ORDER BY x.fact))
  FROM (
    SELECT ROW(r.oid, r.relname, r.relnamespace, r.relowner, r.relrowsecurity,
      r.relforcerowsecurity, r.relhasrules, r.relacl)::text
    FROM t JOIN pg_class r ON r.oid = t.relation
    UNION ALL
    SELECT ROW(a.attrelid, a.attnum, a.attname, a.atttypid, a.atttypmod, a.attcollation,
      a.attnotnull, a.attidentity, a.attgenerated, a.attisdropped, a.attacl)::text
    FROM t JOIN pg_attribute a ON a.attrelid = t.relation AND a.attnum > 0
    UNION ALL
    SELECT ROW(d.adrelid, d.adnum, d.adbin)::text
    FROM t JOIN pg_attrdef d ON d.adrelid = t.relation
    UNION ALL
    SELECT ROW(k.oid, k.conname)::text
    FROM t JOIN pg_constraint k ON t.relation IN (k.conrelid, k.confrelid)
    UNION ALL
    SELECT ROW(g.oid, g.tgname, g.tgenabled)::text
    FROM t JOIN pg_trigger g ON g.tgrelid = t.relation
    UNION ALL
    SELECT p::text FROM t JOIN pg_policy p ON p.polrelid = t.relation
    UNION ALL
    SELECT e::text FROM t JOIN pg_description e ON e.objoid = t.relation
      AND e.classoid = 'pg_class'::regclass
    UNION ALL
    -- A changed definition is a new version of its row.
    SELECT ROW(d.class_id, d.object_id, r.relowner, r.relacl, r.reloptions, w.xmin, p.xmin,
      q.xmin)::text
    FROM d
    LEFT JOIN pg_class r ON r.oid = d.relation_id
    LEFT JOIN pg_rewrite w ON d.class_id = 'pg_rewrite'::regclass AND w.oid = d.object_id
    LEFT JOIN pg_proc p ON d.class_id = 'pg_proc'::regclass AND p.oid = d.object_id
    LEFT JOIN pg_policy q ON d.class_id = 'pg_policy'::regclass AND q.oid = d.object_id) x(fact)
$$;

COMMENT ON FUNCTION reeve.migrate_shape(jsonb, regclass, regclass) IS
  'Digest of what the statements of a cutover or rollback are made from in the definitions of a '
  'copy''s tables and of what refers to the old names, with their rights. VOLATILE: as they are '
  'when it is called.';
