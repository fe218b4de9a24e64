CREATE OR REPLACE FUNCTION reeve.migrate_depending(relation regclass)
RETURNS TABLE(object text, kind text, view regclass, owner_name text, can_move boolean)
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT DISTINCT
    CASE WHEN v.oid IS NULL THEN pg_describe_object(d.classid, d.objid, 0)
      ELSE pg_describe_object('pg_class'::regclass, v.oid, 0) END,
    CASE WHEN v.oid IS NULL THEN 'other' WHEN v.relkind = 'v' THEN 'view' ELSE 'other' END,
    v.oid::regclass, pg_get_userbyid(v.relowner),
    coalesce(v.relkind = 'v'
      AND has_schema_privilege(v.relowner, v.relnamespace, 'CREATE')
      AND pg_has_role(session_user, v.relowner, 'MEMBER'), FALSE)
  FROM pg_depend d
  LEFT JOIN pg_rewrite w ON d.classid = 'pg_rewrite'::regclass AND w.oid = d.objid
  LEFT JOIN pg_class v ON v.oid = w.ev_class
  LEFT JOIN pg_class o ON d.classid = 'pg_class'::regclass AND o.oid = d.objid
  LEFT JOIN pg_policy p ON d.classid = 'pg_policy'::regclass AND p.oid = d.objid
  JOIN pg_class c ON c.oid = relation
  WHERE (d.refclassid = 'pg_class'::regclass AND d.refobjid = relation
      OR d.refclassid = 'pg_type'::regclass AND d.refobjid IN (c.reltype, (
        SELECT t.typarray FROM pg_type t WHERE t.oid = c.reltype)))
    AND d.deptype = 'n' AND v.oid IS DISTINCT FROM relation
    -- Objects of the table itself, and those that are moved or reported elsewhere.
    AND d.classid NOT IN ('pg_attrdef'::regclass, 'pg_constraint'::regclass,
      'pg_trigger'::regclass, 'pg_publication_rel'::regclass)
    AND NOT (d.classid = 'pg_class'::regclass AND o.relkind IN ('i', 'I', 'S', 't'))
    AND p.polrelid IS DISTINCT FROM relation
$$;

COMMENT ON FUNCTION reeve.migrate_depending(regclass) IS
  'Views and other objects that refer to a relation by identity, not by name; can_move is FALSE '
  'for those that cannot be made to follow the name.';
