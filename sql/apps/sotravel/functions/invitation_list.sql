CREATE OR REPLACE FUNCTION sotravel.invitation_list(who bigint, at timestamptz)
RETURNS TABLE(event bigint, title text, trip bigint, starts_at timestamptz, status text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, sotravel, pg_temp AS $body$
  SELECT sotravel.moment_require('at', at);
  SELECT e.id, e.title, e.trip_id, e.starts_at, i.status
  FROM sotravel.invitations i
    JOIN sotravel.events e ON e.id = i.event_id
    JOIN sotravel.users u ON u.id = e.author_id
    JOIN sotravel.trips t ON t.id = e.trip_id
    JOIN sotravel.trip_members m ON m.trip_id = e.trip_id AND m.user_id = i.user_id
  WHERE i.user_id = who AND i.status IN ('pending', 'going', 'not_going')
    AND e.status = 'planned' AND e.ends_at > invitation_list.at
    AND (e.hidden_until > invitation_list.at) IS NOT TRUE
    AND (t.hidden_until > invitation_list.at) IS NOT TRUE
    AND (u.blocked_until > invitation_list.at) IS NOT TRUE
  ORDER BY e.starts_at, e.id
$body$;

COMMENT ON FUNCTION sotravel.invitation_list IS
'What a person is asked to that is still to be, on trips that they are on, by its start. status:
pending, going or not_going. No row for somebody unknown.';

GRANT EXECUTE ON FUNCTION sotravel.invitation_list TO sotravel_app;
