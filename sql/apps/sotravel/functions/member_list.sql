CREATE OR REPLACE FUNCTION sotravel.member_list(viewer bigint, trip bigint, at timestamptz)
RETURNS TABLE(member bigint, name text, photo_url text, role text,
  latitude double precision, longitude double precision, seen_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, sotravel, pg_temp AS $body$
  SELECT sotravel.moment_require('at', at);
  SELECT m.user_id, u.name, u.photo_url, m.role, l.latitude, l.longitude, l.seen_at
  FROM sotravel.trip_members m
    -- Each is looked up by its key: OFFSET keeps a large trip from reading all people there are.
    CROSS JOIN LATERAL (
      SELECT * FROM sotravel.users p
      WHERE p.id = m.user_id AND (p.blocked_until > member_list.at) IS NOT TRUE OFFSET 0) u
    LEFT JOIN sotravel.location_list(member_list.viewer, member_list.trip, member_list.at) l
      ON l.member = m.user_id
  WHERE m.trip_id = member_list.trip AND EXISTS (
    SELECT FROM sotravel.trip_members v
      JOIN sotravel.users w ON w.id = v.user_id AND (w.blocked_until > member_list.at) IS NOT TRUE
    WHERE v.trip_id = member_list.trip AND v.user_id = member_list.viewer)
  ORDER BY u.name, u.id
$body$;

COMMENT ON FUNCTION sotravel.member_list IS
'The members of a trip for one of them, by name, each with their role, host or traveller, and the
position in degrees where location_list shows it (else NULL): hundreds of people in one query. No
row for who is not on the trip.';

GRANT EXECUTE ON FUNCTION sotravel.member_list TO sotravel_app;
