CREATE OR REPLACE FUNCTION sotravel.view_members(key text)
RETURNS TABLE(member text, name text, role text, joined text, state text, position_shared text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, sotravel, pg_temp
SET timezone = 'UTC' SET datestyle = 'ISO' AS $body$
  SELECT 'user:' || u.id, u.name, m.role, to_char(m.joined_at, 'YYYY-MM-DD'),
    CASE WHEN u.blocked_until > now() THEN 'blocked' ELSE '' END,
    CASE WHEN l.user_id IS NULL THEN '' ELSE 'yes' END
  FROM sotravel.trip_members m
    JOIN sotravel.users u ON u.id = m.user_id
    LEFT JOIN sotravel.locations l ON l.user_id = m.user_id AND l.trip_id = m.trip_id
  WHERE m.trip_id::text = view_members.key ORDER BY m.role, u.name, u.id
$body$;

COMMENT ON FUNCTION sotravel.view_members IS
'For the back office: who is on a trip, and whether they share a position, never where.';
