CREATE OR REPLACE FUNCTION reeve.team_revoke(login text, rank text) RETURNS text[]
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  statement text;
  held constant regrole[] := ARRAY(
    SELECT m.roleid FROM pg_auth_members m
    WHERE m.member = to_regrole(quote_ident(login))
      AND m.roleid = ANY ('{reeve_viewer,reeve_moderator,reeve_senior,reeve_auditor}'::regrole[])
      AND m.roleid <> coalesce(to_regrole('reeve_' || rank), 0));
BEGIN
  IF NOT reeve.team_is_elsewhere() THEN
    FOR statement IN SELECT format('REVOKE %s FROM %I', h, login) FROM unnest(held) h LOOP
      EXECUTE statement;
    END LOOP;
  END IF;
  RETURN (
    SELECT array_agg(r.rolname::text ORDER BY r.rolname)
    FROM pg_auth_members m
    JOIN pg_roles r ON r.oid = m.roleid
    WHERE m.member = to_regrole(quote_ident(login)) AND m.roleid = ANY (held));
END
$$;

COMMENT ON FUNCTION reeve.team_revoke(text, text) IS
  'Revokes the database roles of all ranks except one (NULL: of all) from a login, unless other '
  'databases of the cluster have Reeve and may need them; returns the roles that it keeps. A '
  'role without the rank''s row gives no rights here.';
