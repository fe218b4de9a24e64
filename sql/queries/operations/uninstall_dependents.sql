-- What outside Reeve's schemas depends on something inside, and would go with it; none once the
-- apps are detached, unless somebody built on Reeve.
WITH ours(oid) AS (
  SELECT unnest(ARRAY[
    'reeve', 'reeve_index', 'reeve_stage', 'reeve_cell']::regnamespace[])::oid
),
object(classid, objid) AS (
  SELECT 'pg_class'::regclass, c.oid FROM pg_class c JOIN ours o ON o.oid = c.relnamespace
  UNION ALL
  SELECT 'pg_proc'::regclass, p.oid FROM pg_proc p JOIN ours o ON o.oid = p.pronamespace
  UNION ALL
  SELECT 'pg_type'::regclass, t.oid FROM pg_type t JOIN ours o ON o.oid = t.typnamespace
)
SELECT DISTINCT pg_describe_object(d.classid, d.objid, d.objsubid)
FROM object o
JOIN pg_depend d ON d.refclassid = o.classid AND d.refobjid = o.objid
LEFT JOIN pg_rewrite w ON d.classid = 'pg_rewrite'::regclass AND w.oid = d.objid
LEFT JOIN pg_attrdef f ON d.classid = 'pg_attrdef'::regclass AND f.oid = d.objid
LEFT JOIN pg_class r ON r.oid = coalesce(
  w.ev_class, f.adrelid, CASE WHEN d.classid = 'pg_class'::regclass THEN d.objid END,
  CASE d.classid WHEN 'pg_trigger'::regclass
    THEN (SELECT g.tgrelid FROM pg_trigger g WHERE g.oid = d.objid)
    WHEN 'pg_constraint'::regclass
    THEN (SELECT k.conrelid FROM pg_constraint k WHERE k.oid = d.objid AND k.conrelid <> 0)
    WHEN 'pg_policy'::regclass
    THEN (SELECT y.polrelid FROM pg_policy y WHERE y.oid = d.objid) END)
LEFT JOIN pg_proc p ON d.classid = 'pg_proc'::regclass AND p.oid = d.objid
LEFT JOIN pg_type t ON d.classid = 'pg_type'::regclass AND t.oid = d.objid
WHERE d.deptype IN ('n', 'a')
  AND coalesce(r.relnamespace, p.pronamespace, t.typnamespace, 0) NOT IN (SELECT oid FROM ours)
  AND d.classid NOT IN ('pg_default_acl'::regclass)
ORDER BY 1
