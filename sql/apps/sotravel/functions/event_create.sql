CREATE OR REPLACE FUNCTION sotravel.event_create(
  who bigint, trip bigint, title text, details text, place text, latitude double precision,
  longitude double precision, starts_at timestamptz, ends_at timestamptz, at timestamptz)
RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, sotravel, pg_temp AS $body$
#variable_conflict use_column
DECLARE
  event bigint;
  chat bigint;
BEGIN
  PERFORM sotravel.user_admit(who, at), sotravel.trip_require(trip, who, at);
  IF latitude IS NOT NULL OR longitude IS NOT NULL THEN
    PERFORM sotravel.place_require(latitude, longitude);
  END IF;
  IF ends_at <= at THEN
    RAISE EXCEPTION 'an event that is over cannot be made' USING ERRCODE = 'ST007';
  END IF;
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
'An event of a host or traveller on their trip, with its chat.';

GRANT EXECUTE ON FUNCTION sotravel.event_create TO sotravel_app;
