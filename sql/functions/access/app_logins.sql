CREATE OR REPLACE FUNCTION reeve.app_logins(app text) RETURNS SETOF oid
-- An app's calls ask it, and a server may have thousands of roles: each is looked up by its name.
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT r.oid FROM reeve.app a JOIN pg_roles r ON r.rolname = a.owner_name
  WHERE a.app = app_logins.app
  UNION
  SELECT r.oid
  FROM reeve.app a
  CROSS JOIN LATERAL jsonb_path_query(a.manifest, '$.logins[*]') l(login)
  JOIN pg_roles r ON r.rolname = l.login #>> '{}'
  WHERE a.app = app_logins.app
  UNION
  SELECT r.oid
  FROM reeve.app a
  JOIN pg_namespace n ON n.nspname = a.schema_name
  CROSS JOIN LATERAL aclexplode(n.nspacl) x
  JOIN pg_roles r ON r.oid = x.grantee
  WHERE a.app = app_logins.app AND NOT a.manifest ? 'logins' AND x.privilege_type = 'USAGE'
    AND r.rolname !~ '^(reeve|pg)_'
$$;

COMMENT ON FUNCTION reeve.app_logins(text) IS
  'The roles whose members are logins of an app: the owner, and those that the catalog names '
  'under logins; where it names none, those that may use the app''s schema by a grant of their '
  'own, which PUBLIC''s is not.';
