CREATE OR REPLACE FUNCTION sotravel.legacy_chat(chat text) RETURNS bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, sotravel, pg_temp AS $body$
  SELECT c.id FROM sotravel.chats c
  WHERE c.event_id = coalesce(
    (SELECT l.event_id FROM sotravel.legacy_chats l WHERE l.chat = legacy_chat.chat),
    (SELECT e.id FROM sotravel.events e
    WHERE e.legacy_id = legacy_chat.chat AND e.legacy_digest IS NOT NULL))
$body$;

COMMENT ON FUNCTION sotravel.legacy_chat(text) IS
'The chat that the former app called so: that of the event with this id, or of the event that its
basic information named. NULL if there is none.';

GRANT EXECUTE ON FUNCTION sotravel.legacy_chat(text) TO reeve_access;
