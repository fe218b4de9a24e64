CREATE OR REPLACE FUNCTION reeve.role_is_held(role_names text[], login text) RETURNS boolean
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN EXISTS (
    SELECT
    FROM unnest(role_names) n(name)
    JOIN pg_roles r ON r.rolname = n.name
    JOIN pg_roles l ON l.rolname = login
    WHERE l.rolcanlogin AND pg_has_role(l.oid, r.oid, 'MEMBER')
      AND (n.name !~ '^reeve_(viewer|moderator|senior|auditor)$'
        OR reeve.rank_suffices(reeve.member_rank_of(login), substr(n.name, 7))));
END
$$;

COMMENT ON FUNCTION reeve.role_is_held(text[], text) IS
  'Whether a login, which may still log in, is a member of one of these roles; of a rank''s role '
  'with that rank, or a higher one, in this database.';
