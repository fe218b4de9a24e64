CREATE OR REPLACE FUNCTION reeve.app_blind(c reeve.collection) RETURNS boolean
-- plpgsql, since a function in SQL is planned at each call.
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN (
    SELECT coalesce((
      SELECT r.relrowsecurity AND (bool_or(p.is_open) IS NOT TRUE OR bool_or(p.is_limit))
      FROM pg_class r
      LEFT JOIN (
        SELECT l.polrelid,
          l.polpermissive AND l.polcmd = '*' AND pg_get_expr(l.polqual, l.polrelid) = 'true'
            AS is_open,
          NOT l.polpermissive AND l.polcmd <> 'a' AND l.polname !~ '^reeve_' AS is_limit
        FROM pg_policy l
        WHERE EXISTS (
          SELECT FROM unnest(l.polroles) u(role_id)
          WHERE u.role_id = 0
            OR pg_has_role(reeve.app_role('writer', c.app), u.role_id, 'USAGE'))) p
        ON p.polrelid = r.oid
      WHERE r.oid = c.relation GROUP BY r.relrowsecurity), FALSE));
END
$$;

COMMENT ON FUNCTION reeve.app_blind(reeve.collection) IS
  'Whether row security of the app may hide rows of a collection from Reeve, so that a row that '
  'is not seen need not be gone.';
