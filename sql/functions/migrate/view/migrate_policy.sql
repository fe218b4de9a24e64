CREATE OR REPLACE FUNCTION reeve.migrate_policy(relation regclass, command "char", is_check boolean)
RETURNS text
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT format('((%s)%s)',
    coalesce(string_agg(format('%s AND (%s)', a.is_of, a.expression), ' OR ' ORDER BY p.polname)
      FILTER (WHERE p.polpermissive), 'FALSE'),
    coalesce(string_agg(format(' AND (NOT (%s) OR (%s))', a.is_of, a.expression), ''
      ORDER BY p.polname) FILTER (WHERE NOT p.polpermissive), ''))
  FROM pg_policy p
  CROSS JOIN LATERAL (
    SELECT coalesce(pg_get_expr(CASE WHEN is_check THEN coalesce(p.polwithcheck, p.polqual)
        ELSE p.polqual END, p.polrelid), 'TRUE'),
      CASE WHEN p.polroles = '{0}' THEN 'TRUE' ELSE (
        SELECT '(' || string_agg(
          format('pg_has_role(current_user, %L, ''USAGE'')', g.rolname), ' OR ') || ')'
        FROM pg_roles g WHERE g.oid = ANY (p.polroles)) END) a(expression, is_of)
  WHERE p.polrelid = relation AND p.polcmd IN (command, '*')
$$;

COMMENT ON FUNCTION reeve.migrate_policy(regclass, "char", boolean) IS
  'Condition over the columns of a table by its policies for a command (r, a, w or d) of the '
  'current user: USING, or with is_check WITH CHECK.';
