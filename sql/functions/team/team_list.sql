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
        ELSE concat_ws(', ', 'acts', (
          SELECT format('as %s until %s (G%s)', g.rank, reeve.moment_text(g.ends_at), g.glass_id)
          FROM reeve.glass_open(m.role_name) g WHERE g.glass_id IS NOT NULL),
          reeve.glass_named(m.role_name) || ' in an emergency') END
    FROM reeve.member m
    LEFT JOIN pg_roles r ON r.rolname = m.role_name
    ORDER BY array_position('{senior,moderator,auditor,viewer}', m.rank), m.role_name;
END
$$;

COMMENT ON FUNCTION reeve.team_list() IS
  'The team of this database: logins, ranks, who added them, whether they can act, and who '
  'may take which rank in an emergency.';

GRANT EXECUTE ON FUNCTION reeve.team_list() TO reeve_viewer;
