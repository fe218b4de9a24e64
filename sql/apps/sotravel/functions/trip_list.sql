CREATE OR REPLACE FUNCTION sotravel.trip_list(who bigint, at timestamptz)
RETURNS TABLE(trip bigint, title text, role text, is_active boolean, is_current boolean,
  starts_at timestamptz, ends_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, sotravel, pg_temp AS $body$
  SELECT sotravel.moment_require('at', at);
  SELECT t.id, t.title, m.role, t.starts_at <= trip_list.at AND trip_list.at < t.ends_at,
    t.id IS NOT DISTINCT FROM u.current_trip_id, t.starts_at, t.ends_at
  FROM sotravel.trip_members m
    JOIN sotravel.trips t ON t.id = m.trip_id
    JOIN sotravel.users u ON u.id = m.user_id
  WHERE m.user_id = who AND (t.hidden_until > trip_list.at) IS NOT TRUE
  ORDER BY t.starts_at DESC, t.id
$body$;

COMMENT ON FUNCTION sotravel.trip_list IS
'A person''s trips, the latest start first, past ones too, no hidden one. role: host or traveller;
is_active: between start and end; is_current: the one of them with which a position is shared. No
row for somebody unknown.';

GRANT EXECUTE ON FUNCTION sotravel.trip_list TO sotravel_app;
