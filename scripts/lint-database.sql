-- Complaints about the objects of a migrated database, one a row. The shape of functions that run with
-- their owner's rights is the one of the design's section 2.
WITH ours AS (
  SELECT n.oid, n.nspname FROM pg_namespace n WHERE n.nspname ~ '^reeve(_|$)'
  UNION
  SELECT n.oid, n.nspname FROM pg_namespace n JOIN reeve.app a ON a.schema_name = n.nspname
),
own_routine AS (
  SELECT p.*, o.nspname, r.rolname AS owner, p.oid::regprocedure::text AS signature
  FROM pg_proc p
  JOIN ours o ON o.oid = p.pronamespace
  JOIN pg_roles r ON r.oid = p.proowner
  WHERE NOT EXISTS (
    SELECT FROM pg_depend d
    WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')
),
reeve_routine AS (
  SELECT r.* FROM own_routine r WHERE r.nspname = 'reeve'
)
SELECT format('schema %I has no comment', o.nspname)
FROM ours o
WHERE obj_description(o.oid, 'pg_namespace') IS NULL
UNION ALL
SELECT format('%s has no comment', c.oid::regclass)
FROM pg_class c
JOIN ours o ON o.oid = c.relnamespace
WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition
  AND obj_description(c.oid, 'pg_class') IS NULL
UNION ALL
SELECT format('type %s has no comment', t.oid::regtype)
FROM pg_type t
JOIN ours o ON o.oid = t.typnamespace
LEFT JOIN pg_class c ON c.oid = t.typrelid
WHERE (t.typtype IN ('e', 'd', 'r') OR t.typtype = 'c' AND c.relkind = 'c')
  AND obj_description(t.oid, 'pg_type') IS NULL
UNION ALL
SELECT format('function %s has no comment', r.signature)
FROM own_routine r
WHERE obj_description(r.oid, 'pg_proc') IS NULL
UNION ALL
SELECT format('PUBLIC may call %s', r.signature)
FROM own_routine r
WHERE EXISTS (
  SELECT FROM aclexplode(coalesce(r.proacl, acldefault('f', r.proowner))) a WHERE a.grantee = 0)
UNION ALL
SELECT format('%s belongs to %s', r.signature, r.owner)
FROM reeve_routine r
WHERE r.owner <> 'reeve_owner'
UNION ALL
SELECT format('definer function %s: search_path must be pg_catalog, reeve, …, pg_temp', r.signature)
FROM reeve_routine r
WHERE r.prosecdef AND NOT EXISTS (
  SELECT FROM unnest(r.proconfig) s
  WHERE s ~ '^search_path=pg_catalog, reeve, ([a-z_]+, )*pg_temp$')
UNION ALL
SELECT format('definer function %s takes a relation from its caller', r.signature)
FROM reeve_routine r
WHERE r.prosecdef AND r.proargtypes::oid[] && ARRAY['regclass', '_regclass']::regtype[]::oid[]
UNION ALL
SELECT format('%s may write and is granted, but is not SECURITY DEFINER', r.signature)
FROM reeve_routine r
WHERE NOT r.prosecdef AND r.provolatile = 'v' AND EXISTS (
  SELECT FROM aclexplode(r.proacl) a
  JOIN pg_roles g ON g.oid = a.grantee
  WHERE g.rolname NOT IN ('reeve_owner', 'reeve_access'))
UNION ALL
SELECT format('%s has a right on %s', h.rolname, c.oid::regclass)
FROM pg_class c
JOIN pg_namespace n ON n.oid = c.relnamespace
JOIN pg_roles h ON h.rolname ~ '^reeve_(access$|(writer|reader)_)'
WHERE n.nspname = 'reeve' AND c.relkind IN ('r', 'p', 'v', 'm')
  AND has_table_privilege(h.oid, c.oid, 'SELECT, INSERT, UPDATE, DELETE, TRUNCATE, TRIGGER')
UNION ALL
SELECT format('%s may create objects in schema %s', h.rolname, n.nspname)
FROM pg_roles h
JOIN pg_namespace n ON n.nspname ~ '^reeve(_|$)'
WHERE h.rolname ~ '^reeve_(access$|(writer|reader)_)' AND has_schema_privilege(h.oid, n.oid, 'CREATE')
ORDER BY 1
