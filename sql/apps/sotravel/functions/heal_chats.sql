CREATE OR REPLACE FUNCTION sotravel.heal_chats() RETURNS void LANGUAGE sql AS $body$
  WITH made AS (
    INSERT INTO sotravel.chats (legacy_id, kind, trip_id, event_id, created_at)
    SELECT e.legacy_id::bigint, 'event', e.trip_id, e.id, e.created_at
    FROM sotravel.events e
    WHERE e.legacy_digest IS NOT NULL AND NOT EXISTS (
      SELECT FROM sotravel.chats c WHERE c.event_id = e.id)
    ORDER BY e.id
    RETURNING id, event_id
  )
  INSERT INTO sotravel.chat_members (chat_id, user_id)
  SELECT m.id, e.author_id FROM made m JOIN sotravel.events e ON e.id = m.event_id;
  -- That which has the event's own id goes before one of March 2023.
  UPDATE sotravel.chats c SET legacy_last_id = l.last
  FROM (
    SELECT DISTINCT ON (l.event_id) l.event_id, l.last FROM sotravel.legacy_chats l
    WHERE l.last IS NOT NULL
    ORDER BY l.event_id, l.chat ~ '^[0-9]+$' DESC, l.chat) l
  WHERE c.event_id = l.event_id AND c.legacy_last_id IS DISTINCT FROM l.last
$body$;

COMMENT ON FUNCTION sotravel.heal_chats() IS
'Part of heal: makes the chat of each event that moved in, with its author in it.';
