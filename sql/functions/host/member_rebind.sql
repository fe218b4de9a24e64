CREATE OR REPLACE FUNCTION reeve.member_rebind() RETURNS int
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  bound int;
  named text[];
BEGIN
  WITH changed AS (
    UPDATE reeve.member m SET role_oid = r.oid, system_id = c.system_identifier
    FROM pg_roles r, pg_control_system() c
    WHERE r.rolname = m.role_name AND m.system_id IS DISTINCT FROM c.system_identifier
    RETURNING m.role_name)
  SELECT count(*), array_agg(d.role_name ORDER BY d.role_name) INTO bound, named FROM changed d;
  IF bound > 0 THEN
    PERFORM reeve.command_record('member.rebind', session_user,
      detail => jsonb_build_object('members', named));
  END IF;
  RETURN bound;
END
$$;

COMMENT ON FUNCTION reeve.member_rebind() IS
  'Binds members that came with a dump from another cluster to the roles of the same names here, '
  'on the record; returns how many. None of this cluster''s own: a role that was created again '
  'here is somebody else, whom seniors add again. Runs as the installer, in home_restored.';
