CREATE OR REPLACE FUNCTION reeve.migrate_plan_names(
  mapping jsonb, source regclass, target regclass)
RETURNS TABLE(part text, object text, note text)
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
  WITH old AS MATERIALIZED (
    SELECT p.*, r.relacl, r.relowner, r.relreplident, r.relrowsecurity
    FROM reeve.migrate_parts(mapping, 'source', source) p JOIN pg_class r ON r.oid = p.relation
  ),
  mapped AS MATERIALIZED (
    SELECT m.name, m.origin, m.is_plain, p.relation,
      t.atttypid, t.atttypmod, t.attidentity, t.attcollation,
      s.attidentity AS old_identity, s.atttypid AS old_type, s.atttypmod AS old_mod,
      s.attcollation AS old_collation
    FROM reeve.migrate_columns(mapping, source, target) m
    JOIN reeve.migrate_parts(mapping, 'target', target) p ON p.part = m.part
    JOIN pg_attribute t ON t.attrelid = p.relation AND t.attname = m.column_name
    JOIN reeve.migrate_attributes(mapping, 'source', source) a ON a.name = m.origin
    JOIN pg_attribute s ON s.attrelid = a.relation AND s.attname = a.column_name
    WHERE NOT m.is_back AND m.is_plain
  )
  SELECT 'old name', o.name, 'is no table any more: COPY … TO (not COPY (SELECT …) TO), CREATE '
    'INDEX, ALTER TABLE, REFERENCES, TABLESAMPLE, WHERE CURRENT OF and system columns such as ctid '
    'fail on it'
  FROM old o WHERE o.place = 0
  UNION ALL
  SELECT 'old name', format('%s.%I', source, m.origin), format('is %s after the cutover, %s '
    'before: statements that a session prepared before and that return it fail once with 0A000',
    format_type(m.atttypid, m.atttypmod), format_type(m.old_type, m.old_mod))
  FROM mapped m
  WHERE (m.atttypid, m.atttypmod) <> (m.old_type, m.old_mod)
  UNION ALL
  SELECT 'old name', format('%s.%I', source, m.origin), format('is compared and sorted by the '
    'collation %1$s after the cutover, %2$s before, which `down: $v COLLATE %2$s` keeps',
    m.attcollation::regcollation, m.old_collation::regcollation)
  FROM mapped m
  WHERE m.attcollation <> m.old_collation AND 0 NOT IN (m.attcollation, m.old_collation)
  UNION ALL
  SELECT 'old name', format('%s.%I', source, m.origin), format('can no longer be changed: %s of %s '
    'is GENERATED ALWAYS AS IDENTITY; with BY DEFAULT, the old name takes whatever it took, and '
    'INSERT … ON CONFLICT if all columns are only renamed', m.name, m.relation)
  FROM mapped m WHERE m.attidentity = 'a' AND m.old_identity <> 'a'
  UNION ALL
  SELECT 'partitions', o.name, format('%s: programs that write to one by its own name fail after '
    'the cutover; after TRUNCATE, ATTACH or DETACH of one all rows are compared', (
      SELECT string_agg(h.relid::regclass::text, ', ' ORDER BY h.relid)
      FROM pg_partition_tree(o.relation) h WHERE h.level > 0))
  FROM old o WHERE o.is_split
  UNION ALL
  SELECT 'grants', format('TRUNCATE on %s', o.name), format('of %s is not copied: TRUNCATE fails '
    'on a view', string_agg(DISTINCT coalesce(g.rolname, 'PUBLIC'), ', '))
  FROM old o
  CROSS JOIN LATERAL aclexplode(o.relacl) x
  LEFT JOIN pg_roles g ON g.oid = x.grantee
  WHERE x.grantee <> o.relowner AND x.privilege_type = 'TRUNCATE'
  GROUP BY o.place, o.name
  UNION ALL
  SELECT 'grants', format('of %s on %s', quote_ident(b.rolname), o.name), format('those that it '
    'passed on to %s are the owner''s after the cutover: REVOKE … FROM %I CASCADE leaves them',
    string_agg(DISTINCT coalesce(quote_ident(g.rolname), 'PUBLIC'), ', '), b.rolname)
  FROM old o
  CROSS JOIN LATERAL (
    SELECT o.relacl UNION ALL SELECT a.attacl FROM pg_attribute a
    WHERE a.attrelid = o.relation AND NOT a.attisdropped) l(acl)
  CROSS JOIN LATERAL aclexplode(l.acl) x
  JOIN pg_roles b ON b.oid = x.grantor
  LEFT JOIN pg_roles g ON g.oid = x.grantee
  WHERE x.grantor <> o.relowner
  GROUP BY o.place, o.name, b.rolname
  UNION ALL
  SELECT 'sequence', n.old::text, format('is used by %s: it numbers no rows after the cutover; '
    'nextval and currval of it must become those of %s, or RETURNING', n.roles, n.sequence)
  FROM (
    SELECT s.id::regclass AS old, n.sequence, (
      SELECT string_agg(DISTINCT coalesce(g.rolname, 'PUBLIC'), ', ')
      FROM pg_class q
      CROSS JOIN LATERAL aclexplode(q.relacl) x
      LEFT JOIN pg_roles g ON g.oid = x.grantee
      WHERE q.oid = s.id AND x.grantee <> q.relowner) AS roles
    FROM reeve.migrate_numbers(mapping, source, target) n
    JOIN old o ON o.place = n.place
    JOIN pg_attribute a ON a.attrelid = o.relation AND a.attname = n.column_name
    CROSS JOIN LATERAL (
      SELECT pg_get_serial_sequence(o.relation::text, n.column_name)::regclass::oid
      UNION
      SELECT d.refobjid FROM pg_attrdef f
      JOIN pg_depend d ON d.classid = 'pg_attrdef'::regclass AND d.objid = f.oid
        AND d.refclassid = 'pg_class'::regclass
      JOIN pg_class q ON q.oid = d.refobjid AND q.relkind = 'S'
      WHERE f.adrelid = a.attrelid AND f.adnum = a.attnum) s(id)
    WHERE s.id <> n.sequence) n
  WHERE n.roles IS NOT NULL
  UNION ALL
  SELECT 'policy', o.name, n.note
  FROM old o
  CROSS JOIN (VALUES ('SELECT … FOR UPDATE by the old name takes every row that may be read, even '
      'where a policy for UPDATE would hide it'),
    ('INSERT … RETURNING by the old name returns a row that a policy for SELECT hides, where the '
      'table refuses it (42501); UPDATE and DELETE that read no column leave such rows alone'),
    ('MERGE by the old name passes over a row that a policy for UPDATE or DELETE hides, where the '
      'table refuses it (42501)'))
    n(note)
  WHERE o.relrowsecurity
  UNION ALL
  -- What refuses rows of the old table, and has no counterpart with the same columns or words.
  SELECT 'constraint', format('%s of %s', c.name, o.name), format('is of the old table, and %s has '
    'none that is the same: what it refused may be written after the cutover, and a rollback would '
    'keep such rows in quarantine', target)
  FROM old o
  CROSS JOIN LATERAL (
    SELECT k.conname::text, NOT EXISTS (
      SELECT FROM pg_constraint t
      WHERE t.conrelid = target AND t.contype = 'x'
        AND pg_get_constraintdef(t.oid) = pg_get_constraintdef(k.oid))
    FROM pg_constraint k WHERE k.conrelid = o.relation AND k.contype = 'x'
    UNION ALL
    SELECT x.relname, NOT EXISTS (
      SELECT FROM pg_index t
      WHERE t.indrelid = target AND t.indisunique AND (
        substring(pg_get_indexdef(t.indexrelid) FROM ' USING .*')
          = substring(pg_get_indexdef(i.indexrelid) FROM ' USING .*')
        OR (t.indexprs IS NULL AND t.indpred IS NULL AND (
          SELECT array_agg(a.attname::text) FROM pg_attribute a
          WHERE a.attrelid = target
            AND a.attnum = ANY ((t.indkey::int2[])[0:t.indnkeyatts - 1])) <@ n.names)))
    FROM pg_index i
    JOIN pg_class x ON x.oid = i.indexrelid
    CROSS JOIN LATERAL (
      SELECT array_agg(m.name) AS names
      FROM pg_attribute a
      JOIN mapped m ON m.origin = a.attname
      WHERE a.attrelid = o.relation AND i.indexprs IS NULL AND i.indpred IS NULL
        AND a.attnum = ANY ((i.indkey::int2[])[0:i.indnkeyatts - 1])) n
    WHERE i.indrelid = o.relation AND i.indisunique) c(name, is_lost)
  WHERE o.place = 0 AND c.is_lost
  UNION ALL
  SELECT 'checks', format('%s of %s', string_agg(k.conname, ', ' ORDER BY k.conname), o.name),
    format('are of the old table: see that those of %s (%s) refuse what they refused', target,
      coalesce((SELECT string_agg(t.conname, ', ' ORDER BY t.conname) FROM pg_constraint t
        WHERE t.conrelid = target AND t.contype = 'c'), 'none'))
  FROM old o
  JOIN pg_constraint k ON k.conrelid = o.relation AND k.contype = 'c'
  WHERE o.place = 0 AND NOT EXISTS (
    SELECT FROM pg_constraint t
    WHERE t.conrelid = target AND t.contype = 'c'
      AND pg_get_constraintdef(t.oid) = pg_get_constraintdef(k.oid))
  GROUP BY o.name
  UNION ALL
  SELECT 'storage', target::text, 'is not logged: a crash of the server empties it'
  FROM pg_class n JOIN old o ON o.place = 0 JOIN pg_class r ON r.oid = o.relation
  WHERE n.oid = target AND n.relpersistence = 'u' AND r.relpersistence = 'p'
  UNION ALL
  SELECT 'statistics', format('%s.%I', e.stxnamespace::regnamespace, e.stxname),
    format('are of the old table: create them for %s', target)
  FROM old o JOIN pg_statistic_ext e ON e.stxrelid = o.relation
  UNION ALL
  SELECT 'replica identity', o.name, format('is not that of %1$s: ALTER TABLE %1$s REPLICA '
    'IDENTITY …', target)
  FROM old o WHERE o.relreplident <> 'd'
$$;

COMMENT ON FUNCTION reeve.migrate_plan_names(jsonb, regclass, regclass) IS
  'Returns the consequences of a cutover for programs that use the old name of a table, its '
  'partitions or its sequences, for reeve.migrate_plan.';
