CREATE OR REPLACE FUNCTION sotravel.event_rsvp(
  who bigint, event bigint, answer text, token text, at timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, sotravel, pg_temp AS $body$
DECLARE
  chat bigint;
BEGIN
  PERFORM sotravel.user_admit(who, at);
  PERFORM sotravel.argument_require('answer', answer IN ('going', 'not_going'),
    'going or not_going');
  IF token IS NOT NULL AND NOT EXISTS (
    SELECT FROM sotravel.event_links l
    WHERE l.event_id = event AND encode(l.token, 'hex') = event_rsvp.token)
  THEN
    RAISE EXCEPTION 'the link is not valid for event %', event USING ERRCODE = 'ST006';
  END IF;
  PERFORM sotravel.event_require(event, who, at);
  IF token IS NOT NULL THEN
    INSERT INTO sotravel.invitations (event_id, user_id, audience, invited_at)
    VALUES (event, who, 'link', at)
    ON CONFLICT (event_id, user_id) DO NOTHING;
  END IF;
  UPDATE sotravel.invitations i SET status = answer, answered_at = at
  WHERE i.event_id = event AND i.user_id = who
    AND (i.status IN ('pending', 'going', 'not_going') OR token IS NOT NULL);
  IF NOT FOUND THEN
    RAISE EXCEPTION 'user % is not invited to event %', who, event USING ERRCODE = 'ST003';
  END IF;
  SELECT c.id INTO chat FROM sotravel.chats c WHERE c.event_id = event;
  IF answer = 'going' THEN
    INSERT INTO sotravel.chat_members (chat_id, user_id)
    SELECT chat, who WHERE chat IS NOT NULL ON CONFLICT DO NOTHING;
  ELSE
    DELETE FROM sotravel.chat_members m WHERE m.chat_id = chat AND m.user_id = who;
  END IF;
END
$body$;

COMMENT ON FUNCTION sotravel.event_rsvp IS
'A person''s one answer to an event, going or not_going, which a later one replaces; who goes is in
its chat. With the token of its RSVP link (event_link) any member of the trip may answer, its author
too; with NULL only who is invited. ST003 if not invited, ST004 once the event is over or cancelled,
ST005 for who is not on the trip, ST006 for the token of another event.';

GRANT EXECUTE ON FUNCTION sotravel.event_rsvp TO sotravel_app;
