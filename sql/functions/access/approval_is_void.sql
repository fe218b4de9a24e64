CREATE OR REPLACE FUNCTION reeve.approval_is_void(a reeve.approval) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT a.role_oid IS NOT NULL AND (
    a.role_oid <> coalesce(to_regrole(quote_ident(a.proposed_by)), 0) OR EXISTS (
      SELECT FROM reeve.member m
      WHERE m.role_name = a.proposed_by AND m.added_at > a.proposed_at))
$$;

COMMENT ON FUNCTION reeve.approval_is_void(reeve.approval) IS
  'Whether nobody can approve a proposal, since the login that made it has another name, or was '
  'given its rank later. Never of one that release 0.2.0 made, which does not say by which login.';
