CREATE OR REPLACE FUNCTION reeve.member_rank() RETURNS text
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN (
    SELECT coalesce((reeve.glass_open(m.role_name)).rank, m.rank)
    FROM reeve.member m
    WHERE m.role_name = session_user AND m.role_oid = to_regrole(quote_ident(session_user))
      AND pg_has_role(m.role_oid, 'reeve_' || m.rank, 'MEMBER') AND reeve.client_calls());
END
$$;

COMMENT ON FUNCTION reeve.member_rank() IS
  'Rank of the login in this database, NULL if it has none: it needs a row for this very role (a '
  'role created again under the same name is another one) and the database role of the rank; a '
  'rank taken in an emergency replaces it while that lasts. '
  'Also NULL if the call does not come from the client''s own statement. NULL: result.';

GRANT EXECUTE ON FUNCTION reeve.member_rank() TO reeve_viewer, reeve_auditor;
