CREATE OR REPLACE FUNCTION reeve.role_is_held(role_names text[], login text) RETURNS boolean
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  held oid := (SELECT r.oid FROM pg_roles r WHERE r.rolname = login AND r.rolcanlogin);
BEGIN
  RETURN EXISTS (
    SELECT
    FROM unnest(role_names) n(name)
    WHERE CASE WHEN n.name ~ '^reeve_(viewer|moderator|senior|auditor)$'
      THEN held IS NOT NULL
        AND reeve.rank_suffices(reeve.member_rank_of(login), substr(n.name, 7))
      ELSE pg_has_role(held, to_regrole(quote_ident(n.name)), 'MEMBER') END);
END
$$;

COMMENT ON FUNCTION reeve.role_is_held(text[], text) IS
  'Whether a login that may still log in is a member of one of these roles; for the role of a '
  'rank, a member in that rank or a higher one in this database.';
