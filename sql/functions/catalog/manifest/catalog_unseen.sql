CREATE OR REPLACE FUNCTION reeve.catalog_unseen(
  relation regclass, app text, reads "char"[], writes "char"[])
RETURNS TABLE(problem text, remedy text)
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  WITH need(role_id, command) AS MATERIALIZED (
    SELECT r.oid, n.command
    FROM (VALUES ('reader', reads), ('writer', writes)) v(kind, commands)
    CROSS JOIN LATERAL unnest(v.commands) n(command)
    LEFT JOIN pg_roles r ON r.rolname = reeve.app_role(v.kind, catalog_unseen.app)),
  found AS MATERIALIZED (
    SELECT n.role_id, n.command, p.polname, p.polpermissive,
      p.polqual IS NULL OR pg_get_expr(p.polqual, p.polrelid) = 'true' AND coalesce(
        n.command <> 'w' OR pg_get_expr(p.polwithcheck, p.polrelid) = 'true', TRUE) AS is_open
    FROM need n JOIN pg_policy p ON p.polrelid = relation AND p.polcmd IN (n.command, '*')
      AND (0 = ANY (p.polroles) OR 'reeve_access'::regrole = ANY (p.polroles)
        OR n.role_id = ANY (p.polroles)))
  SELECT x.problem, x.remedy
  FROM pg_class c
  CROSS JOIN LATERAL (
    SELECT 'row security may hide its rows from Reeve',
      'CREATE POLICY reeve_access ON %s TO reeve_access USING (TRUE) WITH CHECK (TRUE)', NULL
    WHERE EXISTS (
      SELECT FROM need n WHERE NOT EXISTS (
        SELECT FROM found f
        WHERE f.role_id IS NOT DISTINCT FROM n.role_id AND f.command = n.command
          AND f.polpermissive AND f.is_open))
    UNION ALL
    -- Those that a ban is enforced by let Reeve through.
    SELECT DISTINCT 'the restrictive policy %2$I may hide its rows from Reeve',
      'ALTER POLICY %2$I ON %1$s TO …, the roles that it is for', f.polname
    FROM found f WHERE NOT f.polpermissive AND NOT f.is_open AND f.polname !~ '^reeve_bar_[0-9]'
  ) t(problem, remedy, policy)
  CROSS JOIN LATERAL (
    SELECT format(t.problem, relation, t.policy), format(t.remedy, relation, t.policy)
  ) x(problem, remedy)
  WHERE c.oid = relation AND c.relrowsecurity
$$;

COMMENT ON FUNCTION reeve.catalog_unseen(regclass, text, "char"[], "char"[]) IS
  'What in the row security of a table may hide rows from the app''s reader, which reads, and its '
  'writer, as each command needs it (as in pg_policy.polcmd), with what shows them every row. app '
  'NULL: of an app that has no roles yet.';
