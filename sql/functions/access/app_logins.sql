CREATE OR REPLACE FUNCTION reeve.app_logins(app text) RETURNS SETOF oid
-- plpgsql, since a function in SQL is planned at each call. An app's calls ask it, and a server may
-- have thousands of roles: each is looked up by its name.
LANGUAGE plpgsql STABLE ROWS 3 SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  named jsonb := (
    SELECT p.body FROM reeve.app_part p WHERE p.app = app_logins.app AND p.path = '{logins}');
BEGIN
  RETURN QUERY
    SELECT r.oid
    FROM (
      SELECT a.owner_name FROM reeve.app a WHERE a.app = app_logins.app
      UNION
      SELECT l #>> '{}' FROM jsonb_path_query(named, '$[*]') l) n(name)
    JOIN pg_roles r ON r.rolname = n.name;
  IF named IS NULL THEN
    RETURN QUERY
      SELECT x.grantee
      FROM reeve.app a
      JOIN pg_namespace n ON n.nspname = a.schema_name
      CROSS JOIN LATERAL aclexplode(n.nspacl) x
      JOIN pg_roles r ON r.oid = x.grantee
      WHERE a.app = app_logins.app AND x.privilege_type = 'USAGE' AND r.rolname !~ '^(reeve|pg)_'
        AND r.rolname <> a.owner_name
      GROUP BY x.grantee;
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.app_logins(text) IS
  'The roles whose members are logins of an app: the owner, and those that the catalog names '
  'under logins; where it names none, those that may use the app''s schema by a grant of their '
  'own, which PUBLIC''s is not.';
