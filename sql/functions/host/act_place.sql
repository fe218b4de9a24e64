CREATE OR REPLACE FUNCTION reeve.act_place() RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT format('%s-%s-%s', c.system_identifier, reeve.home_database(), r.oid)
  FROM pg_control_system() c, pg_roles r WHERE r.rolname = session_user
$$;

COMMENT ON FUNCTION reeve.act_place() IS
  'Identifies this cluster, database and login by numbers that no other server has, so that a '
  'program asks the right server about an act whose outcome it does not know.';

GRANT EXECUTE ON FUNCTION reeve.act_place() TO reeve_viewer, reeve_auditor;
