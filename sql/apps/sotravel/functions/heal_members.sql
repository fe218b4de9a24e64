CREATE OR REPLACE FUNCTION sotravel.heal_members() RETURNS void LANGUAGE sql AS $body$
  WITH said AS (
    SELECT m.trip_id, m.user_id FROM sotravel.legacy_members m
    UNION
    SELECT t.id, u.id
    FROM sotravel.legacy_trips l
      LEFT JOIN sotravel.legacy_holders h ON h.holder = l.holder
      JOIN sotravel.trips t ON t.legacy_id = l.id
      JOIN sotravel.users u ON u.legacy_id = coalesce(h.person, l.holder)
  ), joined AS (
    INSERT INTO sotravel.legacy_joins (trip_id, user_id)
    SELECT s.trip_id, s.user_id
    FROM said s JOIN sotravel.users u ON u.id = s.user_id
    WHERE u.legacy_digest IS DISTINCT FROM 'erased'
    ON CONFLICT DO NOTHING
    RETURNING trip_id, user_id
  ), member AS (
    INSERT INTO sotravel.trip_members (trip_id, user_id, role)
    SELECT j.trip_id, j.user_id, CASE WHEN l.is_coordinator OR EXISTS (
        SELECT FROM sotravel.legacy_trips x WHERE x.id = t.legacy_id AND x.leader = u.legacy_id)
      THEN 'host' ELSE 'traveller' END
    FROM joined j
      JOIN sotravel.trips t ON t.id = j.trip_id
      JOIN sotravel.users u ON u.id = j.user_id
      LEFT JOIN sotravel.legacy_users l ON l.user_id = j.user_id
    ORDER BY j.trip_id, j.user_id
    ON CONFLICT DO NOTHING
  )
  UPDATE sotravel.users u SET current_trip_id = j.trip_id
  FROM joined j
    JOIN sotravel.trips t ON t.id = j.trip_id
    JOIN sotravel.legacy_users l ON l.user_id = j.user_id AND l.trip = t.legacy_id
  WHERE u.id = j.user_id AND u.current_trip_id IS NULL
$body$;

COMMENT ON FUNCTION sotravel.heal_members() IS
'Part of heal: puts people on their trips, each once, as hosts of those that they led for the
service, and shows them the trip that the service had them on.';
