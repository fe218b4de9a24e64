CREATE OR REPLACE FUNCTION reeve.app_owner_fault(owner_name text, app text)
RETURNS text
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT CASE
    WHEN o.rolsuper THEN format('%s is a superuser', owner_name)
    WHEN o.rolcreaterole THEN format('%s may create roles', owner_name)
    ELSE (
      SELECT format('%s is a member of %s', owner_name, r.rolname)
      FROM pg_roles r
      WHERE r.oid <> o.oid AND pg_has_role(o.oid, r.oid, 'MEMBER')
        AND (r.rolname ~ '^reeve_' AND r.rolname <> 'reeve_app'
          OR r.rolname IN ('pg_execute_server_program', 'pg_read_server_files',
            'pg_write_server_files')
          OR EXISTS (
            SELECT FROM reeve.app a
            WHERE a.owner_name = r.rolname AND a.app <> app_owner_fault.app))
      -- The membership that gives the most rights.
      ORDER BY (
        SELECT count(*) FROM pg_roles l WHERE pg_has_role(r.oid, l.oid, 'MEMBER')) DESC, r.rolname
      LIMIT 1)
    END
  FROM pg_roles o WHERE o.rolname = owner_name
$$;

COMMENT ON FUNCTION reeve.app_owner_fault(text, text) IS
  'Rights of a role that owns tables of an app beyond what an app needs, in words; NULL for '
  'none. Anybody who writes code of the app can use them, with or without Reeve.';
