CREATE OR REPLACE FUNCTION sotravel.chat_leave(who bigint, chat bigint, at timestamptz)
RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, sotravel, pg_temp AS $body$
BEGIN
  PERFORM sotravel.user_admit(who, at);
  DELETE FROM sotravel.chat_members m WHERE m.chat_id = chat AND m.user_id = who;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'user % is not in chat %', who, chat USING ERRCODE = 'ST003';
  END IF;
END
$body$;

COMMENT ON FUNCTION sotravel.chat_leave IS
'Leaves a chat, whose messages stay for the others. ST003 for who is not in it. Who leaves an
event''s chat still goes to the event; event_rsvp takes them in again, and chat_pair_open who has
left a pair''s.';

GRANT EXECUTE ON FUNCTION sotravel.chat_leave TO sotravel_app;
