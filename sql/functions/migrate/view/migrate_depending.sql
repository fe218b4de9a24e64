CREATE OR REPLACE FUNCTION reeve.migrate_depending(relations regclass[])
RETURNS TABLE(place int, object text, kind text, class_id oid, object_id oid, relation regclass,
  owner_name text, bound_to regclass[])
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
  WITH RECURSIVE tree(id, depth) AS (
    SELECT r::oid, 0 FROM unnest(relations) r
    UNION
    -- Rules other than a view's query may refer to views above it, which would be a cycle.
    SELECT w.ev_class, t.depth + 1
    FROM tree t
    JOIN pg_class c ON c.oid = t.id
    LEFT JOIN pg_type y ON y.oid = c.reltype
    JOIN pg_depend d ON d.classid = 'pg_rewrite'::regclass AND (
      d.refclassid = 'pg_class'::regclass AND d.refobjid = c.oid
      OR d.refclassid = 'pg_type'::regclass AND d.refobjid IN (y.oid, y.typarray))
    JOIN pg_rewrite w ON w.oid = d.objid AND w.rulename = '_RETURN' AND w.ev_class <> t.id
  ),
  above AS MATERIALIZED (
    SELECT t.id, max(t.depth) AS depth FROM tree t GROUP BY t.id
  ),
  found AS MATERIALIZED (
    SELECT s.class_id, s.object_id, s.relation_id, max(a.depth) AS depth,
      array_agg(DISTINCT a.id::regclass) AS bound_to
    FROM above a
    JOIN pg_class c ON c.oid = a.id
    LEFT JOIN pg_type y ON y.oid = c.reltype
    JOIN pg_depend d ON d.deptype = 'n' AND (
      d.refclassid = 'pg_class'::regclass AND d.refobjid = c.oid
      OR d.refclassid = 'pg_type'::regclass AND d.refobjid IN (y.oid, y.typarray))
    LEFT JOIN pg_rewrite w ON d.classid = 'pg_rewrite'::regclass AND w.oid = d.objid
    LEFT JOIN pg_policy p ON d.classid = 'pg_policy'::regclass AND p.oid = d.objid
    LEFT JOIN pg_attrdef f ON d.classid = 'pg_attrdef'::regclass AND f.oid = d.objid
    LEFT JOIN pg_trigger g ON d.classid = 'pg_trigger'::regclass AND g.oid = d.objid
    LEFT JOIN pg_constraint k ON d.classid = 'pg_constraint'::regclass AND k.oid = d.objid
    LEFT JOIN pg_class o ON d.classid = 'pg_class'::regclass AND o.oid = d.objid
    CROSS JOIN LATERAL (SELECT
      CASE WHEN w.rulename = '_RETURN' THEN 'pg_class'::regclass::oid ELSE d.classid END,
      CASE WHEN w.rulename = '_RETURN' THEN w.ev_class ELSE d.objid END,
      coalesce(w.ev_class, p.polrelid, f.adrelid, g.tgrelid, nullif(k.conrelid, 0), o.oid))
      s(class_id, object_id, relation_id)
    -- Objects of the tables themselves and columns of the views, and what is moved or reported
    -- elsewhere.
    WHERE s.relation_id IS DISTINCT FROM a.id AND s.relation_id <> ALL (relations) IS NOT FALSE
      AND (o.oid IS NULL OR o.relkind NOT IN ('i', 'I', 'S', 't')
        AND o.oid NOT IN (SELECT x.id FROM above x))
      AND k.contype IS DISTINCT FROM 'f' AND d.classid <> 'pg_publication_rel'::regclass
    GROUP BY 1, 2, 3
  )
  SELECT row_number() OVER (ORDER BY f.depth, f.class_id <> 'pg_class'::regclass, f.object_id)::int,
    pg_describe_object(f.class_id, f.object_id, 0),
    CASE WHEN f.class_id = 'pg_class'::regclass AND r.relkind = 'v' THEN 'view'
      WHEN f.class_id = 'pg_class'::regclass AND r.relkind = 'm' THEN 'materialized view'
      WHEN f.class_id = 'pg_rewrite'::regclass AND r.relkind IN ('v', 'm') THEN 'rule'
      WHEN f.class_id = 'pg_policy'::regclass THEN 'policy'
      WHEN p.prokind IN ('f', 'p', 'w') THEN 'function'
      ELSE 'other' END,
    f.class_id, f.object_id, f.relation_id::regclass,
    pg_get_userbyid(coalesce(r.relowner, p.proowner)), f.bound_to
  FROM found f
  LEFT JOIN pg_class r ON r.oid = f.relation_id
  LEFT JOIN pg_proc p ON f.class_id = 'pg_proc'::regclass AND p.oid = f.object_id
$$;

COMMENT ON FUNCTION reeve.migrate_depending(regclass[]) IS
  'Objects that refer to relations by identity, not by name, also through views and materialized '
  'views of them (bound_to), in an order in which each comes after what it refers to. kind: '
  'view, materialized view, rule (of a view), policy (of another table), function, other. NULL: '
  'relation, owner_name.';
