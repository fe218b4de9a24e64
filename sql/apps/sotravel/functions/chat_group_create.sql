CREATE OR REPLACE FUNCTION sotravel.chat_group_create(
  who bigint, trip bigint, title text, members bigint[], at timestamptz) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, sotravel, pg_temp AS $body$
DECLARE
  chat bigint;
  stranger bigint;
BEGIN
  PERFORM sotravel.user_admit(who, at), sotravel.trip_require(trip, who, at);
  PERFORM sotravel.text_require('title', title, 100);
  SELECT c INTO stranger FROM unnest(members) c WHERE NOT EXISTS (
    SELECT FROM sotravel.trip_members m WHERE m.trip_id = trip AND m.user_id = c) LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'user % is not on trip %', stranger, trip USING ERRCODE = 'ST005';
  END IF;
  INSERT INTO sotravel.chats (kind, trip_id, title, created_at)
  VALUES ('group', trip, chat_group_create.title, at) RETURNING id INTO chat;
  INSERT INTO sotravel.chat_members (chat_id, user_id)
  SELECT DISTINCT chat, m FROM unnest(members || who) m;
  RETURN chat;
END
$body$;

COMMENT ON FUNCTION sotravel.chat_group_create IS
'Makes a chat of some members of a trip, and returns its id. title: 1 to 100 characters; members:
their ids, NULL or none for nobody else yet; who makes it is in it anyway. ST004 once the trip is
over, ST005 if one of them, or who makes it, is not on the trip. Each call makes another chat.
Nobody can be added later.';

GRANT EXECUTE ON FUNCTION sotravel.chat_group_create TO sotravel_app;
