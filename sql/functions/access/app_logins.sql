CREATE OR REPLACE FUNCTION reeve.app_logins(app text) RETURNS SETOF oid
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT r.oid
  FROM reeve.app a
  JOIN pg_roles r ON r.rolname = a.owner_name
    OR a.manifest -> 'logins' ? r.rolname::text
    OR NOT a.manifest ? 'logins' AND r.rolname !~ '^(reeve|pg)_' AND EXISTS (
      SELECT FROM pg_namespace n CROSS JOIN LATERAL aclexplode(n.nspacl) x
      WHERE n.nspname = a.schema_name AND x.privilege_type = 'USAGE' AND x.grantee = r.oid)
  WHERE a.app = app_logins.app
$$;

COMMENT ON FUNCTION reeve.app_logins(text) IS
  'The roles whose members are logins of an app: the owner, and those that the catalog names '
  'under logins; where it names none, those that may use the app''s schema by a grant of their '
  'own, which PUBLIC''s is not.';
