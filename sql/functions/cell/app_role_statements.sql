CREATE OR REPLACE FUNCTION reeve.app_role_statements(app text, is_whole boolean DEFAULT FALSE)
RETURNS SETOF text
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT s.statement
  FROM unnest(ARRAY['writer', 'reader']) k(kind)
  CROSS JOIN LATERAL (SELECT reeve.app_role(k.kind, app)) n(name)
  LEFT JOIN pg_roles r ON r.rolname = n.name
  CROSS JOIN LATERAL (
    SELECT v.place, v.is_missing OR is_whole, v.statement
    FROM (VALUES
      (1, r.oid IS NULL, format('CREATE ROLE %I NOLOGIN', n.name)),
      (2, r.oid IS NULL OR NOT EXISTS (
          SELECT FROM pg_auth_members m
          WHERE m.roleid = r.oid AND m.member = 'reeve_owner'::regrole),
        format('GRANT %I TO reeve_owner', n.name)),
      (3, r.oid IS NULL OR NOT EXISTS (
          SELECT FROM pg_auth_members m
          WHERE m.roleid = 'reeve_access'::regrole AND m.member = r.oid),
        format('GRANT reeve_access TO %I', n.name))) v(place, is_missing, statement)
    UNION ALL
    -- Somebody may have created it first, with more rights.
    SELECT 4, TRUE, format('ALTER ROLE %I %s', n.name, concat_ws(' ',
      CASE WHEN r.rolcanlogin THEN 'NOLOGIN' END, CASE WHEN r.rolsuper THEN 'NOSUPERUSER' END,
      CASE WHEN r.rolcreaterole THEN 'NOCREATEROLE' END,
      CASE WHEN r.rolcreatedb THEN 'NOCREATEDB' END,
      CASE WHEN r.rolbypassrls THEN 'NOBYPASSRLS' END,
      CASE WHEN r.rolreplication THEN 'NOREPLICATION' END))
    WHERE r.rolcanlogin OR r.rolsuper OR r.rolcreaterole OR r.rolcreatedb OR r.rolbypassrls
      OR r.rolreplication
    UNION ALL
    SELECT 6, TRUE, format('ALTER ROLE %I %s', n.name, CASE s.setdatabase WHEN 0 THEN 'RESET ALL'
      ELSE format('IN DATABASE %I RESET ALL', current_database()) END)
    FROM pg_db_role_setting s
    LEFT JOIN pg_database d ON d.oid = s.setdatabase
    WHERE s.setrole = r.oid AND coalesce(d.datname = current_database(), TRUE)
    UNION ALL
    SELECT 5, TRUE, format('REVOKE %s FROM %s%s CASCADE', m.roleid::regrole, m.member::regrole,
      ' GRANTED BY ' || quote_ident(g.rolname))
    FROM pg_auth_members m
    LEFT JOIN pg_roles g ON g.oid = m.grantor
    WHERE m.member = r.oid AND m.roleid <> 'reeve_access'::regrole
      OR m.roleid = r.oid AND NOT pg_has_role(m.member, 'reeve_owner', 'MEMBER')
    ) s(place, is_wanted, statement)
  WHERE s.is_wanted
  ORDER BY k.kind DESC, s.place, s.statement
$$;

COMMENT ON FUNCTION reeve.app_role_statements(text, boolean) IS
  'Statements that create what is missing of an app''s two roles (is_whole: everything), in the '
  'order to run them, and that revoke from the roles the rights that others granted them: the '
  'roles cannot log in, have reeve_access and nothing else, no settings of their own, and only '
  'installers may become them.';
