CREATE OR REPLACE FUNCTION reeve.migrate_unmovable(
  class_id oid, object_id oid, kind text, relation regclass, owner_name text, app_owner text,
  is_view_plain boolean, way text)
RETURNS text
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
  WITH used AS MATERIALIZED (
    SELECT d.refclassid, d.refobjid
    FROM pg_depend d
    WHERE (d.classid, d.objid) = (migrate_unmovable.class_id, migrate_unmovable.object_id)
    UNION
    SELECT d.refclassid, d.refobjid
    FROM pg_rewrite w
    JOIN pg_depend d ON d.classid = 'pg_rewrite'::regclass AND d.objid = w.oid
    WHERE migrate_unmovable.class_id = 'pg_class'::regclass
      AND w.ev_class = migrate_unmovable.relation
    UNION
    SELECT d.refclassid, d.refobjid
    FROM pg_attrdef f
    JOIN pg_depend d ON d.classid = 'pg_attrdef'::regclass AND d.objid = f.oid
    WHERE migrate_unmovable.class_id = 'pg_class'::regclass
      AND f.adrelid = migrate_unmovable.relation
  )
  SELECT f.problem
  FROM (
    SELECT pg_has_role(app_owner, owner_name, 'MEMBER'), coalesce(r.rolsuper, FALSE)
    FROM (SELECT) x LEFT JOIN pg_roles r ON r.rolname = owner_name) o(is_lent, is_super)
  LEFT JOIN pg_class c ON c.oid = relation
  LEFT JOIN pg_proc p ON kind = 'function' AND p.oid = object_id
  CROSS JOIN LATERAL (VALUES
    (1, kind = 'other', 'drop it, and create it again after the cutover'),
    (2, EXISTS (SELECT FROM used u WHERE u.refclassid = 'pg_extension'::regclass),
      'it belongs to an extension: drop that, and create it again after the cutover'),
    (3, c.relpersistence = 't', 'it is a temporary view: end that session'),
    (4, o.is_super AND NOT (SELECT r.rolsuper FROM pg_roles r WHERE r.rolname = session_user),
      format('its owner is a superuser: give it to %I, or drop it, and create it again after the '
        'cutover', app_owner)),
    (5, NOT pg_has_role(session_user, owner_name, 'MEMBER'),
      format('you are no member of its owner: GRANT %I TO %I', owner_name, session_user)),
    (6, kind IN ('view', 'materialized view', 'function') AND NOT has_schema_privilege(owner_name,
        coalesce(c.relnamespace, p.pronamespace), 'CREATE'),
      format('its owner may not create it again: GRANT CREATE ON SCHEMA %s TO %I',
        coalesce(c.relnamespace, p.pronamespace)::regnamespace, owner_name)),
    -- Values in a definition are read by their types as it is created, and whoever owns such a type
    -- chooses what runs then.
    (7, NOT is_lent AND EXISTS (
        SELECT FROM used u
        JOIN pg_type y ON u.refclassid = 'pg_type'::regclass AND y.oid = u.refobjid
        LEFT JOIN pg_type e ON e.oid = y.typelem
        WHERE coalesce(nullif(e.typtype, 'b'), y.typtype) IN ('d', 'r', 'm', 'c')),
      format('%I owns it, and domains, ranges or row types in it may run code of %I as it is '
        'created: give it to %2$I, or drop it, and create it again after the cutover', owner_name,
        app_owner)),
    (8, NOT is_lent AND kind = 'materialized view' AND (NOT is_view_plain OR EXISTS (
        SELECT FROM used u JOIN pg_proc f ON u.refclassid = 'pg_proc'::regclass
          AND f.oid = u.refobjid AND pg_get_userbyid(f.proowner) <> owner_name)),
      format('%I owns it, and would run code of %I as it is filled: give it to %2$I, or drop it, '
        'and create it again after the cutover', owner_name, app_owner)),
    (9, kind = 'function' AND way = 'anew' AND EXISTS (
        SELECT FROM pg_depend d
        WHERE d.refclassid = 'pg_proc'::regclass AND d.refobjid = migrate_unmovable.object_id
          AND d.deptype IN ('n', 'a')),
      format('it takes or returns rows, and %s calls it: drop both, and create them again after '
        'the cutover', (
          SELECT pg_describe_object(d.classid, d.objid, 0) FROM pg_depend d
          WHERE d.refclassid = 'pg_proc'::regclass AND d.refobjid = migrate_unmovable.object_id
            AND d.deptype IN ('n', 'a') ORDER BY d.classid, d.objid LIMIT 1))))
    f(place, is_so, problem)
  WHERE f.is_so ORDER BY f.place LIMIT 1
$$;

COMMENT ON FUNCTION reeve.migrate_unmovable(oid, oid, text, regclass, text, text, boolean, text) IS
  'Why an object of reeve.migrate_depending cannot follow the old name, with what to do before the '
  'cutover; NULL if it may be tried. is_view_plain: reeve.migrate_is_plain; way: as in '
  'reeve.migrate_dependents. Nobody gets rights of the owner by it: definitions are read as the '
  'owner, and code that the tables'' owner could put behind them is refused, unless that is a '
  'member of the owner.';
