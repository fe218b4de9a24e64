CREATE OR REPLACE FUNCTION sotravel.event_create(
  who bigint, trip bigint, title text, details text, place text, latitude double precision,
  longitude double precision, starts_at timestamptz, ends_at timestamptz, at timestamptz)
RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, sotravel, pg_temp AS $body$
DECLARE
  event bigint;
  chat bigint;
BEGIN
  PERFORM sotravel.user_admit(who, at), sotravel.trip_require(trip, who, at);
  PERFORM sotravel.event_whole_require(title, details, place, latitude, longitude, starts_at,
    ends_at), sotravel.argument_require('ends_at', ends_at > at, 'a time to come');
  INSERT INTO sotravel.events (trip_id, author_id, title, details, place, latitude, longitude,
    starts_at, ends_at, created_at)
  VALUES (trip, who, event_create.title, coalesce(event_create.details, ''),
    coalesce(event_create.place, ''), event_create.latitude, event_create.longitude,
    event_create.starts_at, event_create.ends_at, at)
  RETURNING id INTO event;
  INSERT INTO sotravel.chats (kind, trip_id, event_id, created_at) VALUES ('event', trip, event, at)
  RETURNING id INTO chat;
  INSERT INTO sotravel.chat_members (chat_id, user_id) VALUES (chat, who);
  RETURN event;
END
$body$;

COMMENT ON FUNCTION sotravel.event_create IS
'Makes an event on a trip, of a host or a traveller, with its chat, and returns its id. title: 1 to
200 characters; details: at most 4,000, place: at most 200, of both NULL counts as ''''; latitude
and longitude: degrees, both or none; starts_at: before ends_at. An event may begin or end outside
of the trip''s time. ends_at is still to come. Its author is in the chat, but does not go until they
say so by event_rsvp with the token of event_link. ST004 once the trip is over, ST005 for who is not
on it. Each call makes another event.';

GRANT EXECUTE ON FUNCTION sotravel.event_create TO sotravel_app;
