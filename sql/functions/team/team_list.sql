CREATE OR REPLACE FUNCTION reeve.team_list()
RETURNS TABLE(
  login text, rank text, added_by text, added_at timestamptz, is_acting boolean, status text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  PERFORM reeve.member_require('viewer');
  RETURN QUERY
    SELECT m.role_name, m.rank, m.added_by, m.added_at,
      reeve.member_rank_of(m.role_name) IS NOT NULL,
      CASE WHEN r.oid IS NULL THEN 'there is no such login'
        WHEN r.oid IS DISTINCT FROM m.role_oid THEN
          'is another role of that name: `team add` it again, or `reeve restored`'
        WHEN NOT r.rolcanlogin THEN 'may not log in'
        WHEN r.rolsuper THEN 'is a superuser, and may not act'
        WHEN NOT pg_has_role(r.oid, 'reeve_' || m.rank, 'MEMBER') THEN
          'lacks the database role reeve_' || m.rank
        ELSE 'acts' END
    FROM reeve.member m
    LEFT JOIN pg_roles r ON r.rolname = m.role_name
    ORDER BY array_position('{senior,moderator,auditor,viewer}', m.rank), m.role_name;
END
$$;

COMMENT ON FUNCTION reeve.team_list() IS
  'The team of this database: logins, ranks, who added them, and whether they can act.';

GRANT EXECUTE ON FUNCTION reeve.team_list() TO reeve_viewer;
