-- $1 … $2: three messages of each person to their trip; those of who is blocked are hidden.
INSERT INTO sotravel.messages (id, chat_id, author_id, body, sent_at, hidden_until)
OVERRIDING SYSTEM VALUE
SELECT u.id * 3 - k, o.events + u.current_trip_id, u.id, pg_temp.words(u.id * 3 + k, o.seed + 20),
  least(o.at, pg_temp.starts(u.current_trip_id, o.at) + interval '8 days')
    - pg_temp.pick(u.id * 3 + k, o.seed + 21, 300000) * interval '1 second', u.blocked_until
FROM sample o CROSS JOIN sotravel.users u CROSS JOIN generate_series(0, 2) k
WHERE u.id BETWEEN $1::bigint AND $2::bigint
ORDER BY u.id, k
