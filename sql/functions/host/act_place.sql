CREATE OR REPLACE FUNCTION reeve.act_place() RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT format('%s-%s-%s', c.system_identifier, reeve.home_database(), r.oid)
  FROM pg_control_system() c, pg_roles r WHERE r.rolname = session_user
$$;

COMMENT ON FUNCTION reeve.act_place() IS
  'Which cluster, database and login this is, in numbers that no other server has: where a '
  'program asks what became of an act that it left.';

GRANT EXECUTE ON FUNCTION reeve.act_place() TO reeve_viewer, reeve_auditor;
