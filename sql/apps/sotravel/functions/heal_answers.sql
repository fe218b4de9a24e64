CREATE OR REPLACE FUNCTION sotravel.heal_answers() RETURNS void LANGUAGE sql AS $body$
  WITH written AS (
    INSERT INTO sotravel.invitations AS i (event_id, user_id, invited_by, audience, status,
      invited_at, ends_at, legacy_status)
    SELECT e.id, a.user_id, e.author_id, 'chosen', a.status, e.created_at, e.ends_at, a.status
    FROM sotravel.legacy_answers() a
      JOIN sotravel.events e ON e.id = a.event_id
      JOIN sotravel.users u ON u.id = a.user_id
      LEFT JOIN sotravel.invitations o ON o.event_id = e.id AND o.user_id = u.id
    WHERE o.id IS NULL AND u.legacy_digest IS DISTINCT FROM 'erased'
      OR o.status = o.legacy_status AND o.status <> a.status
    ORDER BY e.id, a.user_id
    ON CONFLICT (event_id, user_id) DO UPDATE SET status = excluded.status,
      legacy_status = excluded.legacy_status
    RETURNING i.event_id, i.user_id, i.status
  ), gone AS (
    DELETE FROM sotravel.chat_members m USING sotravel.chats c, written w
    WHERE c.id = m.chat_id AND c.event_id = w.event_id AND m.user_id = w.user_id
      AND w.status <> 'going'
  )
  INSERT INTO sotravel.chat_members (chat_id, user_id)
  SELECT c.id, w.user_id FROM written w JOIN sotravel.chats c ON c.event_id = w.event_id
  WHERE w.status = 'going'
  ON CONFLICT DO NOTHING
$body$;

COMMENT ON FUNCTION sotravel.heal_answers() IS
'Part of heal: makes invitations of the lists of events, and puts who goes into their chats. What
was answered here stays.';
