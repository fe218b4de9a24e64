-- A small believable Sotravel, the same each time but for the moment it is relative to: 300 people
-- on 10 trips, of which four are over, four active and two to come. Run as the schema's owner, in
-- one transaction, on empty tables, after sample/.
-- Trip 5 has 60 members; its host is user 5. Users 1, 11 and 21 travel on two trips. User 13 was
-- blocked before. Users 290 and 291 are one person by email and by Telegram. What flags look for is
-- there once each: user 50 came three hours ago and calls to twelve events, event 7 asks to come
-- alone. Chat 4 was imported without its last message.

SET LOCAL jit = off;

INSERT INTO sotravel.users (id, name, email, photo_url, locale, time_zone, created_at)
OVERRIDING SYSTEM VALUE
SELECT n,
  CASE n WHEN 5 THEN 'Zelda Montagna' WHEN 201 THEN E'Mallory\x1b[31m' WHEN 202 THEN E'\u202Eecila'
    WHEN 203 THEN E'Line\nBreak' ELSE pg_temp.person(n, 1) END,
  CASE WHEN n = 291 THEN 'Traveller290@mail.example ' WHEN pg_temp.pick(n, 3, 10) > 0 OR n = 290
    THEN format('traveller%s@mail.example', n) END,
  CASE WHEN pg_temp.pick(n, 4, 2) = 0 THEN format('https://photos.example/p/%s.jpg', n) END,
  pg_temp.pick_from('{en,en,it,fi,fr,ja}', n, 5),
  pg_temp.pick_from('{UTC,Europe/Rome,Europe/Helsinki,Europe/Paris,Asia/Tokyo}', n, 6),
  CASE n WHEN 50 THEN now() - interval '3 hours'
    ELSE now() - interval '60 days' - pg_temp.pick(n, 7, 400) * interval '1 day' END
FROM generate_series(1, 300) n;

INSERT INTO sotravel.identities (provider, provider_id, user_id, verified_email, handle, created_at)
SELECT p.name, md5(p.name || u.id), u.id, CASE p.name WHEN 'email' THEN u.email END,
  CASE p.name WHEN 'telegram' THEN format('traveller_%s', u.id) END, u.created_at
FROM sotravel.users u JOIN (VALUES ('email'), ('telegram')) p (name)
  ON CASE p.name WHEN 'email' THEN u.email IS NOT NULL AND u.id <> 291
    ELSE u.email IS NULL OR u.id = 291 OR pg_temp.pick(u.id, 8, 3) = 0 END;

INSERT INTO sotravel.social_links (user_id, kind, url)
SELECT u.id, 'instagram', format('https://social.example/traveller%s', u.id)
FROM sotravel.users u WHERE pg_temp.pick(u.id, 9, 4) = 0;

INSERT INTO sotravel.trips
  (id, title, place, map_kind, starts_at, ends_at, image_url, created_at)
OVERRIDING SYSTEM VALUE
SELECT n, p.title, p.place, p.map_kind, s.starts_at, s.starts_at + interval '9 days',
  format('https://photos.example/t/%s.jpg', n), now() - interval '55 days'
FROM generate_series(1, 10) n
  JOIN sample_place p ON p.nr = (n + 5) % 10
  CROSS JOIN LATERAL (SELECT date_trunc('hour', now()) + CASE WHEN n <= 4 THEN -11 * n - 10
    WHEN n <= 8 THEN 4 - n ELSE 7 * (n - 8) END * interval '1 day') s (starts_at);

INSERT INTO sotravel.trip_members (trip_id, user_id, role, joined_at)
SELECT t.id, u.id, CASE WHEN u.id IN (t.id, t.id + 10) THEN 'host' ELSE 'traveller' END,
  greatest(u.created_at, t.created_at)
FROM sotravel.trips t JOIN sotravel.users u ON CASE
  WHEN u.id <= 30 THEN u.id % 10 = t.id % 10 OR u.id % 10 = 1 AND t.id = 5
  WHEN u.id <= 85 THEN t.id = 5
  ELSE 1 + pg_temp.pick(u.id, 10, 10) = t.id END;

UPDATE sotravel.users u SET current_trip_id = (
  SELECT t.id FROM sotravel.trip_members m JOIN sotravel.trips t ON t.id = m.trip_id
  WHERE m.user_id = u.id ORDER BY t.ends_at > now() DESC, t.starts_at, t.id LIMIT 1);

INSERT INTO sotravel.events
  (id, trip_id, author_id, title, details, place, latitude, longitude, starts_at, ends_at,
   created_at)
OVERRIDING SYSTEM VALUE
SELECT e.n, t.id, e.author,
  CASE e.n WHEN 7 THEN 'Private party' ELSE pg_temp.outing(e.n, 20) END,
  CASE e.n WHEN 7 THEN 'Come alone. Cash only.' ELSE 'Bring water. We are back before dark.' END,
  t.place || ', meeting point ' || 1 + e.n % 4,
  p.latitude + pg_temp.pick(e.n, 21, 100) * 0.0001,
  p.longitude + pg_temp.pick(e.n, 22, 100) * 0.0001,
  e.starts_at, e.starts_at + interval '3 hours',
  CASE WHEN e.n > 60 THEN now() - e.n % 10 * interval '3 minutes' ELSE t.created_at END
FROM (
  SELECT n, 1 + (n - 1) % 10 AS trip, CASE WHEN n % 3 = 0 THEN 1 + (n - 1) % 10 + 20
      ELSE 1 + (n - 1) % 10 END AS author,
    (SELECT x.starts_at + n * interval '3 hours' FROM sotravel.trips x
      WHERE x.id = 1 + (n - 1) % 10) AS starts_at
  FROM generate_series(1, 60) n
  UNION ALL
  SELECT n, 5, 50, now() + n * interval '20 minutes' FROM generate_series(61, 72) n) e
  JOIN sotravel.trips t ON t.id = e.trip
  JOIN sample_place p ON p.place = t.place;

UPDATE sotravel.events e SET status = CASE WHEN e.id = 15 THEN 'cancelled' ELSE 'finished' END
WHERE e.ends_at <= now() - interval '1 hour' OR e.id = 15;

INSERT INTO sotravel.invitations
  (event_id, user_id, invited_by, audience, status, invited_at, answered_at)
SELECT e.id, m.user_id, e.author_id, a.audience, s.status, e.created_at,
  CASE WHEN s.status IN ('going', 'not_going') THEN e.created_at + interval '2 hours' END
FROM sotravel.events e
  JOIN sotravel.trip_members m ON m.trip_id = e.trip_id AND m.user_id <> e.author_id
  CROSS JOIN LATERAL (SELECT pg_temp.pick_from('{nearby,friends,chosen}', e.id, 30)) a (audience)
  CROSS JOIN LATERAL (SELECT CASE
    WHEN pg_temp.pick(e.id * 1000 + m.user_id, 32, 10) < 5 THEN 'going'
    WHEN pg_temp.pick(e.id * 1000 + m.user_id, 32, 10) < 7 THEN 'not_going'
    WHEN e.status = 'cancelled' THEN 'withdrawn'
    WHEN e.status = 'finished' THEN 'expired' ELSE 'pending' END) s (status)
WHERE e.id <= 60 AND (a.audience = 'friends' OR pg_temp.pick(e.id * 1000 + m.user_id, 31, 3) = 0);

INSERT INTO sotravel.chats (id, kind, trip_id, event_id, created_at) OVERRIDING SYSTEM VALUE
SELECT e.id, 'event', e.trip_id, e.id, e.created_at FROM sotravel.events e;

INSERT INTO sotravel.chats (id, kind, trip_id, title, created_at) OVERRIDING SYSTEM VALUE
SELECT 100 + t.id, 'group', t.id, 'Everybody in ' || t.place, t.created_at FROM sotravel.trips t;

INSERT INTO sotravel.chats (id, kind, low_id, high_id, created_at) OVERRIDING SYSTEM VALUE
SELECT 200 + n, 'pair', 30 + n, 32 + n, now() - interval '10 days' FROM generate_series(1, 20) n;

INSERT INTO sotravel.chat_members (chat_id, user_id)
SELECT c.id, m.user_id FROM sotravel.chats c JOIN sotravel.trip_members m ON m.trip_id = c.trip_id
WHERE c.kind = 'group'
UNION
SELECT c.id, i.user_id FROM sotravel.chats c JOIN sotravel.invitations i ON i.event_id = c.event_id
WHERE i.status = 'going'
UNION
SELECT c.id, e.author_id FROM sotravel.chats c JOIN sotravel.events e ON e.id = c.event_id
UNION
SELECT c.id, p FROM sotravel.chats c CROSS JOIN LATERAL unnest(ARRAY[c.low_id, c.high_id]) p
WHERE c.kind = 'pair';

INSERT INTO sotravel.messages (chat_id, author_id, body, sent_at)
SELECT m.chat_id, m.user_id,
  CASE WHEN (m.chat_id, m.user_id) = (201, 33) THEN 'I know which hut you sleep in. Answer me.'
    ELSE pg_temp.words(m.chat_id * 1000 + m.user_id, 40 + n) END,
  now() - interval '3 days' + (m.chat_id % 20 + n * 17) * interval '40 minutes'
    + pg_temp.pick(m.user_id, 41, 2000) * interval '1 second'
FROM sotravel.chat_members m CROSS JOIN generate_series(1, 2) n
WHERE m.chat_id > 200 OR pg_temp.pick(m.chat_id * 1000 + m.user_id, 42 + n, 3) = 0
ORDER BY m.chat_id, m.user_id, n;

UPDATE sotravel.messages m SET legacy_id = 'm' || m.id WHERE m.chat_id IN (3, 4);

UPDATE sotravel.chats c SET legacy_id = c.id, legacy_last_id = CASE c.id WHEN 4 THEN 'm9999' ELSE (
  SELECT m.legacy_id FROM sotravel.messages m WHERE m.chat_id = c.id
  ORDER BY m.sent_at DESC, m.id DESC LIMIT 1) END
WHERE c.id IN (3, 4);

UPDATE sotravel.users SET blocked_until = 'infinity' WHERE id = 13;

UPDATE sotravel.messages SET hidden_until = 'infinity' WHERE author_id = 13;

-- Everybody on an active trip but one in five shares a position.
INSERT INTO sotravel.locations (user_id, trip_id, latitude, longitude, seen_at, ends_at)
SELECT u.id, t.id, p.latitude + (pg_temp.pick(u.id, 50, 2000) - 1000) * 0.00007,
  p.longitude + (pg_temp.pick(u.id, 51, 2000) - 1000) * 0.00007,
  now() - pg_temp.pick(u.id, 52, 600) * interval '1 second', t.ends_at
FROM sotravel.users u
  JOIN sotravel.trips t ON t.id = u.current_trip_id AND t.starts_at <= now() AND now() < t.ends_at
  JOIN sample_place p ON p.place = t.place
WHERE pg_temp.pick(u.id, 53, 5) > 0 AND u.blocked_until IS NULL;

-- Identities go on after the ids given above.
SELECT setval(pg_get_serial_sequence('sotravel.users', 'id'), 300),
  setval(pg_get_serial_sequence('sotravel.trips', 'id'), 10),
  setval(pg_get_serial_sequence('sotravel.events', 'id'), 72),
  setval(pg_get_serial_sequence('sotravel.chats', 'id'), 220);

DROP FUNCTION pg_temp.words(bigint, bigint);

DROP FUNCTION pg_temp.outing(bigint, bigint);

DROP FUNCTION pg_temp.person(bigint, bigint);

DROP TABLE sample_place;

DROP FUNCTION pg_temp.pick_from(text[], bigint, bigint);

DROP FUNCTION pg_temp.pick(bigint, bigint, integer);
