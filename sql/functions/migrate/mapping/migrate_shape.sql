CREATE OR REPLACE FUNCTION reeve.migrate_shape(mapping jsonb, source regclass, target regclass)
RETURNS text
LANGUAGE sql VOLATILE SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
  WITH t AS MATERIALIZED (
    SELECT p.relation
    FROM (VALUES ('source', source), ('target', target)) v(side, main)
    CROSS JOIN LATERAL reeve.migrate_parts(mapping, v.side, v.main) p
  )
  SELECT md5(string_agg(x.fact, E'\n' ORDER BY x.fact))
  FROM (
    SELECT ROW(r.oid, r.relname, r.relnamespace, r.relowner, r.relrowsecurity,
      r.relforcerowsecurity, r.relhasrules)::text
    FROM t JOIN pg_class r ON r.oid = t.relation
    UNION ALL
    SELECT ROW(a.attrelid, a.attnum, a.attname, a.atttypid, a.atttypmod, a.attcollation,
      a.attnotnull, a.attidentity, a.attgenerated, a.attisdropped)::text
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
    SELECT p::text FROM t JOIN pg_policy p ON p.polrelid = t.relation) x(fact)
$$;

COMMENT ON FUNCTION reeve.migrate_shape(jsonb, regclass, regclass) IS
  'Digest of what a copy''s statements are made from in the definitions of its tables. VOLATILE: '
  'as they are when it is called.';
