CREATE OR REPLACE FUNCTION reeve.migrate_unseen(relation regclass, app text)
RETURNS TABLE(reason text, remedy text)
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT x.reason, x.remedy
  FROM pg_class r
  JOIN pg_roles w ON w.rolname = reeve.app_role('writer', migrate_unseen.app)
  CROSS JOIN LATERAL (
    SELECT format('row security may hide rows of %s from %s', relation, w.rolname),
      format('CREATE POLICY reeve_copies ON %s TO %I USING (TRUE) WITH CHECK (TRUE)', relation,
        w.rolname)
    WHERE NOT EXISTS (
      SELECT FROM pg_policy p
      WHERE p.polrelid = r.oid AND p.polpermissive AND p.polcmd = '*' AND w.oid = ANY (p.polroles)
        AND pg_get_expr(p.polqual, p.polrelid) = 'true'
        AND coalesce(pg_get_expr(p.polwithcheck, p.polrelid), 'true') = 'true')
    UNION ALL
    SELECT format('the restrictive policy %s may hide rows of %s from %s', p.polname, relation,
        w.rolname),
      format('ALTER POLICY %I ON %s TO …', p.polname, relation) || ', its roles without that one'
    FROM pg_policy p
    WHERE p.polrelid = r.oid AND NOT p.polpermissive
      AND (p.polroles = '{0}' OR w.oid = ANY (p.polroles))
    UNION ALL
    SELECT format('row security may hide rows of %s from its owner', relation),
      format('ALTER TABLE %s NO FORCE ROW LEVEL SECURITY', relation)
    WHERE r.relforcerowsecurity) x(reason, remedy)
  WHERE r.oid = relation AND r.relrowsecurity AND NOT (w.rolbypassrls OR w.rolsuper)
$$;

COMMENT ON FUNCTION reeve.migrate_unseen(regclass, text) IS
  'Why the app''s writer, or the owner, may not see every row of a table with row security, and '
  'the statement that changes that.';
