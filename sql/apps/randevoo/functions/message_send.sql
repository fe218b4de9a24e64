CREATE OR REPLACE FUNCTION randevoo.message_send(
  author bigint, chat bigint, body text, at timestamptz) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, randevoo, pg_temp AS $body$
DECLARE
  other bigint;
  message bigint;
BEGIN
  PERFORM randevoo.user_admit(author, at),
    randevoo.text_require(message_send.body, 'body', 1,
      CASE WHEN message_send.body ~ '^enc1[.]' THEN 21500 ELSE 4000 END);
  SELECT CASE author WHEN g.customer_id THEN s.owner_id WHEN s.owner_id THEN g.customer_id END
  INTO other
  FROM randevoo.groups g JOIN randevoo.stores s ON s.id = g.store_id WHERE g.id = chat;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'there is no chat %', chat USING ERRCODE = 'RN001';
  ELSIF other IS NULL THEN
    RAISE EXCEPTION 'chat % is not user %''s', chat, author USING ERRCODE = 'RN003';
  END IF;
  INSERT INTO randevoo.messages (group_id, author_id, body, sent_at)
  VALUES (chat, author, message_send.body, at) RETURNING id INTO message;
  INSERT INTO randevoo.notifications (user_id, kind, chat_id, created_at)
  VALUES (other, 'message', chat, at);
  RETURN message;
END
$body$;

COMMENT ON FUNCTION randevoo.message_send IS
'A message of the customer''s or of the store''s owner to the other, who is notified. body: 1 to
4000 characters, or an encrypted text of up to 21500. RN001 without such a chat, RN002 if the author
is blocked, RN003 if the chat is other people''s, RN015 if the text is not encrypted while
message_keys has a key.';

GRANT EXECUTE ON FUNCTION randevoo.message_send TO randevoo_app;
