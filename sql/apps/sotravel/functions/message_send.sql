CREATE OR REPLACE FUNCTION sotravel.message_send(
  who bigint, chat bigint, body text, at timestamptz) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, sotravel, pg_temp AS $body$
DECLARE
  message bigint;
BEGIN
  PERFORM sotravel.user_admit(who, at);
  PERFORM sotravel.text_require('body', body,
    CASE WHEN body ~ '^enc1[.]' THEN 21500 ELSE 4000 END);
  IF NOT EXISTS (SELECT FROM sotravel.chat_members m
    WHERE m.chat_id = chat AND m.user_id = who)
  THEN
    RAISE EXCEPTION 'user % is not in chat %', who, chat USING ERRCODE = 'ST003';
  END IF;
  INSERT INTO sotravel.messages (chat_id, author_id, body, sent_at)
  VALUES (chat, who, message_send.body, at) RETURNING id INTO message;
  RETURN message;
END
$body$;

COMMENT ON FUNCTION sotravel.message_send IS
'A message to the others in a chat. body: 1 to 4000 characters, or an encrypted text of up to 21500;
ST008 if it is not encrypted while message_keys has a key. ST003 for who is not in the chat.';

GRANT EXECUTE ON FUNCTION sotravel.message_send TO sotravel_app;
