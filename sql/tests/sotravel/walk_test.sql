-- Every function that the app's login may call is called as that login.
BEGIN;

\ir fixture.sql

SELECT pg_temp.person(p) FROM unnest('{host,ann}'::text[]) p;

SELECT pg_temp.trip('alps', 'host');

SELECT pg_temp.join('ann', 'alps');

CREATE TEMPORARY TABLE walk(place serial, call text, wanted text, kept text);

INSERT INTO walk(call, wanted, kept)
SELECT replace(c.call, '$now', 'pg_temp.day(5)'), c.wanted, c.kept
FROM (VALUES
  ($$sotravel.changes()$$, '^\([0-9a-f]+\.\d+\.0\.0,,,,end,', NULL),
  ($$sotravel.user_sign_up('email', 'test dan', 'Dan', 'dan@test.example', NULL,
    NULL, 'en', 'UTC', $now)$$, '^\d+$',
    'dan'),
  ($$sotravel.sign_in(pg_temp.kept('dan'), 'email', 'phone', 'a phone', '192.0.2.7', 'FI',
    $now)$$, '^$', NULL),
  ($$sotravel.notice_list(pg_temp.kept('dan'), $now)$$, '^no row$', NULL),
  ($$sotravel.notice_unread(pg_temp.kept('dan'), $now)$$, '^0$', NULL),
  ($$sotravel.notices_read(pg_temp.kept('dan'), 9223372036854775807, $now)$$, '^0$', NULL),
  ($$sotravel.user_change(pg_temp.kept('dan'), 'Daniel', NULL, '{site}', '{https://d.example}',
    $now)$$, '^$', NULL),
  ($$sotravel.identity_add(pg_temp.kept('dan'), 'telegram', 'test dan', NULL, '@dan', $now)$$, '^$',
    NULL),
  ($$sotravel.trip_create(pg_temp.kept('dan'), 'Coast', 'Oulu', 'street', $now,
    pg_temp.day(9), NULL, $now)$$, '^\d+$', 'coast'),
  ($$sotravel.trip_change(pg_temp.kept('dan'), pg_temp.kept('coast'), 'West coast', 'Oulu', $now,
    pg_temp.day(9), NULL, $now)$$, '^$', NULL),
  ($$sotravel.trip_link(pg_temp.kept('dan'), pg_temp.kept('coast'), $now)$$, '^[0-9a-f]{64}$',
    NULL),
  ($$sotravel.trip_join(pg_temp.kept('ann'), pg_temp.kept('coast'),
    sotravel.trip_link(pg_temp.kept('dan'), pg_temp.kept('coast'), $now), $now)$$, '^$', NULL),
  ($$sotravel.trip_list(pg_temp.kept('ann'), $now)$$, '^\(\d+,"West coast",traveller,t,f,', NULL),
  ($$sotravel.trip_switch(pg_temp.kept('ann'), pg_temp.kept('coast'), $now)$$, '^$', NULL),
  ($$sotravel.friend_list(pg_temp.kept('ann'), $now)$$, '^\(\d+,Daniel,,1\)\n\(\d+,host,,1\)$',
    NULL),
  ($$sotravel.location_set(pg_temp.kept('dan'), 65.01, 25.47, $now)$$, '^$', NULL),
  ($$sotravel.location_list(pg_temp.kept('ann'), pg_temp.kept('coast'), $now)$$,
    '^\(\d+,65\.01,25\.47,', NULL),
  ($$sotravel.member_list(pg_temp.kept('ann'), pg_temp.kept('coast'), $now)$$,
    ',Daniel,,host,65\.01,25\.47,', NULL),
  ($$sotravel.map_kind(pg_temp.kept('dan'), $now)$$, '^street$', NULL),
  ($$sotravel.event_create(pg_temp.kept('dan'), pg_temp.kept('coast'), 'Swim', '', 'Beach', NULL,
    NULL, pg_temp.day(6), pg_temp.day(7), $now)$$, '^\d+$', 'swim'),
  ($$sotravel.event_change(pg_temp.kept('dan'), pg_temp.kept('swim'), 'Night swim', '', 'Beach',
    NULL, NULL, pg_temp.day(6), pg_temp.day(7), $now)$$, '^$', NULL),
  ($$sotravel.event_link(pg_temp.kept('dan'), pg_temp.kept('swim'), $now)$$, '^[0-9a-f]{64}$',
    NULL),
  ($$sotravel.event_invite(pg_temp.kept('dan'), pg_temp.kept('swim'), 'friends', NULL, $now)$$,
    '^1$', NULL),
  ($$sotravel.invitation_list(pg_temp.kept('ann'), $now)$$, ',"Night swim",.*,pending\)$', NULL),
  ($$sotravel.event_rsvp(pg_temp.kept('ann'), pg_temp.kept('swim'), 'going', NULL, $now)$$, '^$',
    NULL),
  ($$sotravel.event_list(pg_temp.kept('ann'), pg_temp.kept('coast'), $now)$$,
    ',"Night swim",.*,planned,1,going\)$', NULL),
  ($$sotravel.event_cancel(pg_temp.kept('dan'), pg_temp.kept('swim'), $now)$$, '^$', NULL),
  ($$sotravel.chat_pair_open(pg_temp.kept('dan'), pg_temp.kept('ann'), $now)$$, '^\d+$', NULL),
  ($$sotravel.chat_group_create(pg_temp.kept('dan'), pg_temp.kept('coast'), 'Swimmers',
    ARRAY[pg_temp.kept('ann')], $now)$$, '^\d+$', 'chat'),
  ($$sotravel.message_send(pg_temp.kept('dan'), pg_temp.kept('chat'), 'Cold!', $now)$$, '^\d+$',
    'message'),
  ($$sotravel.chat_list(pg_temp.kept('ann'), $now)$$, ',group,\d+,\d+,Cold!,', NULL),
  ($$sotravel.message_list(pg_temp.kept('ann'), pg_temp.kept('chat'), NULL, 50, $now)$$, ',Cold!,',
    NULL),
  ($$sotravel.message_remove(pg_temp.kept('dan'), pg_temp.kept('message'), $now)$$, '^$', NULL),
  ($$sotravel.chat_leave(pg_temp.kept('ann'), pg_temp.kept('chat'), $now)$$, '^$', NULL),
  ($$sotravel.location_withdraw(pg_temp.kept('dan'), $now)$$, '^$', NULL),
  ($$sotravel.trip_role_set(pg_temp.kept('dan'), pg_temp.kept('coast'), pg_temp.kept('ann'), 'host',
    $now)$$, '^$', NULL),
  ($$sotravel.trip_leave(pg_temp.kept('dan'), pg_temp.kept('coast'), $now)$$, '^$', NULL),
  ($$sotravel.trip_member_remove(pg_temp.kept('host'), pg_temp.kept('alps'), pg_temp.kept('ann'),
    $now)$$, '^$', NULL)) c(call, wanted, kept);

\set other lode
\ir ../walk.sql

ROLLBACK;
