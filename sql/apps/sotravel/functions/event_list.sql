CREATE OR REPLACE FUNCTION sotravel.event_list(viewer bigint, trip bigint, at timestamptz)
RETURNS TABLE(event bigint, title text, author bigint, place text, starts_at timestamptz,
  ends_at timestamptz, status text, going bigint, answer text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, sotravel, pg_temp AS $body$
  SELECT sotravel.moment_require('at', at);
  SELECT e.id, e.title, e.author_id, e.place, e.starts_at, e.ends_at, e.status, (
      SELECT count(*) FROM sotravel.invitations i
        JOIN sotravel.users g ON g.id = i.user_id
          AND (g.blocked_until > event_list.at) IS NOT TRUE
      WHERE i.event_id = e.id AND i.status = 'going'),
    (SELECT i.status FROM sotravel.invitations i
      WHERE i.event_id = e.id AND i.user_id = event_list.viewer)
  FROM sotravel.events e
    JOIN sotravel.users u ON u.id = e.author_id AND (u.blocked_until > event_list.at) IS NOT TRUE
    JOIN sotravel.trips t ON t.id = e.trip_id AND (t.hidden_until > event_list.at) IS NOT TRUE
  WHERE e.trip_id = event_list.trip AND (e.hidden_until > event_list.at) IS NOT TRUE
    AND EXISTS (SELECT FROM sotravel.trip_members m
      WHERE m.trip_id = e.trip_id AND m.user_id = event_list.viewer)
  ORDER BY e.starts_at, e.id
$body$;

COMMENT ON FUNCTION sotravel.event_list IS
'A trip''s events for one of its members, by their start: what was cancelled or is over, too, none
of somebody blocked. status: planned, cancelled or finished, which a job makes it within minutes of
its end; going: how many go; answer: the viewer''s, pending, going, not_going, expired (the event is
over), withdrawn, or NULL if nobody asked them. No row for who is not on the trip.';

GRANT EXECUTE ON FUNCTION sotravel.event_list TO sotravel_app;
