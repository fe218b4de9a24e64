-- $1 … $2: everybody is in the chat of their trip, and of events that they call or go to.
INSERT INTO sotravel.chat_members (chat_id, user_id)
SELECT o.events + pg_temp.trip(n), n
FROM sample o CROSS JOIN LATERAL generate_series($1::bigint, $2::bigint) n
UNION ALL
SELECT e.id, e.author_id FROM sotravel.events e WHERE e.author_id BETWEEN $1::bigint AND $2::bigint
UNION ALL
SELECT i.event_id, i.user_id FROM sotravel.invitations i
WHERE i.status = 'going' AND i.id BETWEEN $1::bigint * 3 - 2 AND $2::bigint * 3
