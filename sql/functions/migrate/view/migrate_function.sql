CREATE OR REPLACE FUNCTION reeve.migrate_function(function_id oid, definition text)
RETURNS text[]
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
  SELECT array_agg(s.statement ORDER BY s.place)
  FROM pg_proc p
  CROSS JOIN LATERAL (SELECT format('%s.%I(%s)', p.pronamespace::regnamespace, p.proname,
    pg_get_function_identity_arguments(p.oid))) n(name)
  CROSS JOIN LATERAL (
    -- Its body is not read as it is created: it may hold values of the app's types.
    SELECT 1 AS place, 'SET LOCAL check_function_bodies = off' AS statement
    UNION ALL
    SELECT 2, definition
    UNION ALL
    SELECT 3, format('REVOKE ALL ON ROUTINE %s FROM PUBLIC', n.name)
    UNION ALL
    SELECT 4, reeve.migrate_unshared(p.proowner, p.pronamespace, 'ROUTINE ' || n.name, 'f')
    UNION ALL
    SELECT 5, format('GRANT EXECUTE ON ROUTINE %s TO %s%s', n.name,
      coalesce(quote_ident(g.rolname), 'PUBLIC'),
      CASE WHEN x.is_grantable AND x.grantee <> p.proowner THEN ' WITH GRANT OPTION' ELSE '' END)
    FROM aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) x
    LEFT JOIN pg_roles g ON g.oid = x.grantee
    UNION ALL
    SELECT 6, format('COMMENT ON ROUTINE %s IS ', n.name)
      || quote_literal(obj_description(p.oid, 'pg_proc'))
    UNION ALL
    SELECT 7, format('SECURITY LABEL FOR %I ON ROUTINE %s IS %L', l.provider, n.name, l.label)
    FROM pg_seclabel l WHERE l.classoid = 'pg_proc'::regclass AND l.objoid = p.oid) s
  WHERE p.oid = function_id AND s.statement IS NOT NULL
$$;

COMMENT ON FUNCTION reeve.migrate_function(oid, text) IS
  'Statements, as its owner, that create a function of rows anew by its definition, with its '
  'rights and comment, once it is dropped.';
