-- The logins that are there: login, app (that it is a login of; NULL for a member of the team),
-- rank, whether it may become the installer, and its settings as [[name, value], …]. Reads only.
-- $1 int: how many of each app, and of the team, at most.
-- Asked once of each app: a server may have many thousands of logins.
WITH login AS MATERIALIZED (
  SELECT a.app, g.id FROM reeve.app a CROSS JOIN LATERAL reeve.app_logins(a.app) g(id))
SELECT l.rolname, l.app, l.rank, l.is_installer, coalesce((
    SELECT jsonb_agg(DISTINCT jsonb_build_array(split_part(c, '=', 1),
      substr(c, strpos(c, '=') + 1)))
    -- Those for the database that this one is a copy of, too.
    FROM pg_db_role_setting s CROSS JOIN LATERAL unnest(s.setconfig) c
    WHERE s.setrole = l.oid), '[]'), greatest(l.total - $1, 0)
FROM (
  SELECT r.oid, r.rolname, o.app, o.rank,
    pg_has_role(r.oid, 'reeve_owner', 'MEMBER') AS is_installer,
    row_number() OVER w AS place, count(*) OVER (PARTITION BY o.app) AS total
  FROM pg_roles r
  CROSS JOIN LATERAL (
    SELECT DISTINCT g.app, NULL::text FROM login g WHERE pg_has_role(r.oid, g.id, 'MEMBER')
    UNION ALL
    SELECT NULL, m.rank FROM reeve.member m WHERE m.role_name = r.rolname) o(app, rank)
  WHERE r.rolcanlogin AND NOT r.rolsuper
  WINDOW w AS (PARTITION BY o.app ORDER BY r.rolname)) l
WHERE l.place <= $1
ORDER BY l.app NULLS FIRST, l.rolname
