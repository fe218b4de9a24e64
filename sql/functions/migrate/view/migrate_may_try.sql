CREATE OR REPLACE FUNCTION reeve.migrate_may_try(role_name text, owner_name text) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
  WITH held AS MATERIALIZED (
    SELECT r.* FROM pg_roles r WHERE pg_has_role(role_name, r.oid, 'MEMBER')
  )
  SELECT pg_has_role(session_user, role_name, 'MEMBER') AND (role_name = owner_name OR (
    NOT EXISTS (
      SELECT FROM held h
      WHERE h.rolsuper OR h.rolcreaterole OR h.rolcreatedb OR h.rolreplication OR h.rolbypassrls
        OR h.rolname <> role_name AND h.rolname ~ '^(pg|reeve)_')
    AND NOT EXISTS (
      SELECT FROM pg_shdepend d
      JOIN held h ON d.refclassid = 'pg_authid'::regclass AND d.refobjid = h.oid
      LEFT JOIN pg_class c ON d.classid = 'pg_class'::regclass AND c.oid = d.objid
      LEFT JOIN pg_proc p ON d.classid = 'pg_proc'::regclass AND p.oid = d.objid
      LEFT JOIN pg_namespace n ON d.classid = 'pg_namespace'::regclass AND n.oid = d.objid
      LEFT JOIN pg_type t ON d.classid = 'pg_type'::regclass AND t.oid = d.objid
      LEFT JOIN pg_policy y ON d.classid = 'pg_policy'::regclass AND y.oid = d.objid
      LEFT JOIN pg_class l ON l.oid = y.polrelid
      LEFT JOIN pg_roles o ON o.oid = coalesce(c.relowner, p.proowner, n.nspowner, t.typowner,
        l.relowner)
      WHERE d.dbid = (SELECT b.oid FROM pg_database b WHERE b.datname = current_database())
        AND (d.deptype = 'o' OR o.rolname IS DISTINCT FROM owner_name
          -- Functions of Reeve ask themselves who calls.
          AND NOT coalesce(o.rolname = 'reeve_owner' AND c.oid IS NULL, FALSE)))))
$$;

COMMENT ON FUNCTION reeve.migrate_may_try(text, text) IS
  'Whether code of an app may be run as a role, because that gives it no right that the app''s '
  'owner has not given: the role is its owner, or is no member of a privileged role, owns nothing '
  'and has rights on nothing in this database but what the owner has; and the installer is a '
  'member of it.';
