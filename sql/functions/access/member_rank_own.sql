CREATE OR REPLACE FUNCTION reeve.member_rank_own(role_name text) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN (
    SELECT m.rank
    FROM reeve.member m JOIN pg_roles r ON r.oid = m.role_oid AND r.rolname = m.role_name
    WHERE m.role_name = member_rank_own.role_name AND r.rolcanlogin AND NOT r.rolsuper
      AND pg_has_role(r.oid, 'reeve_' || m.rank, 'MEMBER')
      AND (m.role_name <> session_user OR reeve.client_calls()));
END
$$;

COMMENT ON FUNCTION reeve.member_rank_own(text) IS
  'Rank that two seniors gave a login, whatever it has taken in an emergency; NULL for a '
  'superuser, who may not act, and for the session''s own login if the call does not come from the '
  'client''s own statement.';
