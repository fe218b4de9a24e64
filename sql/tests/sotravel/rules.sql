-- The rules of domain and schema, as questions about the rows that are there: each with how many
-- rows break it, in the table found. For samples, whose rows no function of the app wrote.
CREATE TEMPORARY TABLE found AS
SELECT 'every trip has a host' AS rule, count(*) AS broken FROM sotravel.trips t
WHERE NOT EXISTS (
  SELECT FROM sotravel.trip_members m WHERE m.trip_id = t.id AND m.role = 'host')
UNION ALL
SELECT 'an event is of who is on its trip', count(*) FROM sotravel.events e
WHERE NOT EXISTS (
  SELECT FROM sotravel.trip_members m WHERE (m.trip_id, m.user_id) = (e.trip_id, e.author_id))
UNION ALL
SELECT 'who is invited is on the trip', count(*) FROM sotravel.invitations i
  JOIN sotravel.events e ON e.id = i.event_id
WHERE NOT EXISTS (
  SELECT FROM sotravel.trip_members m WHERE (m.trip_id, m.user_id) = (e.trip_id, i.user_id))
UNION ALL
SELECT 'nobody is invited by themselves', count(*) FROM sotravel.invitations i
WHERE i.user_id = i.invited_by
UNION ALL
SELECT 'an invitation ends with its event', count(*) FROM sotravel.invitations i
  JOIN sotravel.events e ON e.id = i.event_id
WHERE i.ends_at <> e.ends_at
UNION ALL
SELECT 'who answered has a time of it', count(*) FROM sotravel.invitations i
WHERE (i.status IN ('going', 'not_going')) <> (i.answered_at IS NOT NULL)
UNION ALL
SELECT 'every event has a chat, with who called to it', count(*) FROM sotravel.events e
WHERE NOT EXISTS (
  SELECT FROM sotravel.chats c JOIN sotravel.chat_members m ON m.chat_id = c.id
  WHERE c.event_id = e.id AND m.user_id = e.author_id)
UNION ALL
SELECT 'who writes is in the chat', count(*) FROM sotravel.messages m
WHERE NOT EXISTS (
  SELECT FROM sotravel.chat_members x
  WHERE (x.chat_id, x.user_id) = (m.chat_id, m.author_id))
UNION ALL
SELECT 'who is blocked has no visible message and no position', count(*) FROM sotravel.users u
WHERE u.blocked_until > now() AND (
  EXISTS (SELECT FROM sotravel.locations l WHERE l.user_id = u.id) OR EXISTS (
    SELECT FROM sotravel.messages m WHERE m.author_id = u.id AND m.hidden_until IS NULL))
UNION ALL
SELECT 'a position is of the current trip, which is active', count(*) FROM sotravel.locations l
  JOIN sotravel.users u ON u.id = l.user_id
  JOIN sotravel.trips t ON t.id = l.trip_id
WHERE u.current_trip_id <> l.trip_id OR l.seen_at NOT BETWEEN t.starts_at AND t.ends_at
UNION ALL
SELECT 'everybody signs in somehow', count(*) FROM sotravel.users u
WHERE NOT EXISTS (SELECT FROM sotravel.identities i WHERE i.user_id = u.id)
UNION ALL
SELECT 'names are folded', count(*) FROM sotravel.users u
WHERE u.name_folded <> lower(normalize(u.name, NFKC));
