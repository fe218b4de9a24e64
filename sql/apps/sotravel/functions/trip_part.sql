CREATE OR REPLACE FUNCTION sotravel.trip_part(who bigint, trip bigint) RETURNS void
LANGUAGE plpgsql AS $body$
BEGIN
  DELETE FROM sotravel.trip_members m WHERE m.trip_id = trip AND m.user_id = who;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'user % is not on trip %', who, trip USING ERRCODE = 'ST005';
  END IF;
  UPDATE sotravel.invitations i SET status = 'withdrawn'
  WHERE i.user_id = who AND i.status = 'pending'
    AND i.event_id IN (SELECT e.id FROM sotravel.events e WHERE e.trip_id = trip);
  DELETE FROM sotravel.chat_members m
  WHERE m.user_id = who
    AND m.chat_id IN (SELECT c.id FROM sotravel.chats c WHERE c.trip_id = trip);
END
$body$;

COMMENT ON FUNCTION sotravel.trip_part IS
'Takes a person off a trip, with all that they are in there; the position goes by its foreign key.
ST005, or ST004 for the last host of others.';
