CREATE OR REPLACE FUNCTION sotravel.location_list(viewer bigint, trip bigint, at timestamptz)
RETURNS TABLE(member bigint, latitude double precision, longitude double precision,
  seen_at timestamptz, metres double precision, trip bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, sotravel, pg_temp AS $body$
  SELECT sotravel.moment_require('at', at);
  SELECT l.user_id, l.latitude, l.longitude, l.seen_at, d.metres, l.trip_id
  FROM sotravel.trip_members m
    JOIN sotravel.users v ON v.id = m.user_id AND (v.blocked_until > location_list.at) IS NOT TRUE
    JOIN sotravel.trips t ON t.id = m.trip_id AND t.starts_at <= location_list.at
      AND location_list.at < t.ends_at AND (t.hidden_until > location_list.at) IS NOT TRUE
    JOIN sotravel.locations l ON l.trip_id = m.trip_id
      AND l.seen_at > location_list.at - interval '15 minutes'
    CROSS JOIN LATERAL (
      SELECT FROM sotravel.users p
      WHERE p.id = l.user_id AND (p.blocked_until > location_list.at) IS NOT TRUE OFFSET 0) u
    LEFT JOIN sotravel.locations o ON o.user_id = m.user_id
      AND o.seen_at > location_list.at - interval '15 minutes'
    CROSS JOIN LATERAL (SELECT sotravel.metres(o.latitude, o.longitude, l.latitude, l.longitude))
      d (metres)
  WHERE m.user_id = location_list.viewer
    AND (location_list.trip IS NULL OR m.trip_id = location_list.trip)
  ORDER BY d.metres NULLS LAST, l.user_id
$body$;

COMMENT ON FUNCTION sotravel.location_list IS
'The one answer to who sees whom: each member of a trip, or of all of theirs for NULL, sees the
positions that the others share with it and their own, those nearby first; nobody outside sees any,
nobody blocked sees or is seen, and nothing is seen before the trip''s start, after its end, or
after 15 minutes. Positions are in degrees. metres: the distance from the viewer, NULL while the
viewer shares no position.';

GRANT EXECUTE ON FUNCTION sotravel.location_list TO sotravel_app;
