BEGIN;

\ir fixture.sql

SELECT pg_temp.person(p) FROM unnest('{ann,bob,cas,out}'::text[]) p;

SELECT pg_temp.trip('alps', 'ann');

SELECT pg_temp.join('bob', 'alps'), pg_temp.join('cas', 'alps');

-- Chats per event or group with messages; pair chats (ours)

SELECT pg_temp.event('walk', 'ann', 'alps');

SELECT pg_temp.keep('event chat', (SELECT id FROM sotravel.chats
  WHERE event_id = pg_temp.kept('walk')));

SELECT isnt(pg_temp.kept('event chat'), NULL, 'an event has a chat');

SELECT throws_ok($$INSERT INTO sotravel.chats (kind, trip_id, event_id)
  VALUES ('event', pg_temp.kept('alps'), pg_temp.kept('walk'))$$, '23505', NULL, 'and only one');

:as_app;

SELECT throws_ok($$SELECT sotravel.message_send(pg_temp.kept('bob'), pg_temp.kept('event chat'),
  'Hi', pg_temp.day(5))$$, 'ST003', NULL, 'who does not go does not write in it');

SELECT sotravel.event_invite(pg_temp.kept('ann'), pg_temp.kept('walk'), 'friends', NULL,
  pg_temp.day(5));

SELECT sotravel.event_rsvp(pg_temp.kept('bob'), pg_temp.kept('walk'), 'going', NULL,
  pg_temp.day(5));

SELECT lives_ok($$SELECT sotravel.message_send(pg_temp.kept('bob'), pg_temp.kept('event chat'),
  'Hi', pg_temp.day(5))$$, 'who goes does');

SELECT sotravel.event_rsvp(pg_temp.kept('bob'), pg_temp.kept('walk'), 'not_going', NULL,
  pg_temp.day(5));

SELECT throws_ok($$SELECT sotravel.message_send(pg_temp.kept('bob'), pg_temp.kept('event chat'),
  'Hi', pg_temp.day(5))$$, 'ST003', NULL, 'and no longer once they stay away');

SELECT pg_temp.keep('group', sotravel.chat_group_create(pg_temp.kept('ann'), pg_temp.kept('alps'),
  'Cooks', ARRAY[pg_temp.kept('bob')], pg_temp.day(5)));

SELECT throws_ok($$SELECT sotravel.chat_group_create(pg_temp.kept('ann'), pg_temp.kept('alps'),
  'x', ARRAY[pg_temp.kept('out')], pg_temp.day(5))$$, 'ST005', NULL,
  'a group is of members of its trip');

SELECT pg_temp.keep('pair', sotravel.chat_pair_open(pg_temp.kept('bob'), pg_temp.kept('ann'),
  pg_temp.day(5)));

SELECT is(sotravel.chat_pair_open(pg_temp.kept('ann'), pg_temp.kept('bob'), pg_temp.day(6)),
  pg_temp.kept('pair'), 'a pair has one chat, whoever opens it');

SELECT throws_ok($$SELECT sotravel.chat_pair_open(pg_temp.kept('ann'), pg_temp.kept('ann'),
  pg_temp.day(5))$$, 'ST003', NULL, 'nobody chats with themselves');

SELECT throws_ok($$SELECT sotravel.chat_pair_open(pg_temp.kept('ann'), pg_temp.kept('out'),
  pg_temp.day(5))$$, 'ST003', NULL, 'nor with a stranger');

SELECT pg_temp.keep('m1', sotravel.message_send(pg_temp.kept('ann'), pg_temp.kept('pair'), 'One',
  pg_temp.day(5)));

SELECT pg_temp.keep('m2', sotravel.message_send(pg_temp.kept('bob'), pg_temp.kept('pair'), 'Two',
  pg_temp.day(6)));

SELECT throws_ok($$SELECT sotravel.message_send(pg_temp.kept('cas'), pg_temp.kept('pair'), 'Hi',
  pg_temp.day(5))$$, 'ST003', NULL, 'nobody writes in a chat of others');

SELECT is((SELECT count(*) FROM sotravel.message_list(pg_temp.kept('cas'), pg_temp.kept('pair'),
  NULL, 10, pg_temp.day(7))), 0::bigint, 'or reads it');

SELECT results_eq($$SELECT last_body FROM sotravel.chat_list(pg_temp.kept('ann'), pg_temp.day(7))
  WHERE kind = 'pair'$$, $$VALUES ('Two'::text)$$, 'the last message is derived');

RESET SESSION AUTHORIZATION;

SET LOCAL ROLE reeve_writer_sotravel;

UPDATE sotravel.messages SET hidden_until = 'infinity' WHERE id = pg_temp.kept('m2');

RESET ROLE;

:as_app;

SELECT results_eq($$SELECT body FROM sotravel.message_list(pg_temp.kept('bob'),
  pg_temp.kept('pair'), NULL, 10, pg_temp.day(7))$$, $$VALUES ('One'::text)$$,
  'a removed message is shown to nobody, its author neither');

SELECT throws_ok('SELECT body FROM sotravel.messages', '42501', NULL,
  'and the app reads no message past these functions');

SELECT throws_ok($$SELECT sotravel.message_remove(pg_temp.kept('bob'), pg_temp.kept('m2'),
  pg_temp.day(7))$$, 'ST003', NULL, 'who cannot take it back from the back office');

SELECT throws_ok($$SELECT sotravel.message_remove(pg_temp.kept('bob'), pg_temp.kept('m1'),
  pg_temp.day(7))$$, 'ST003', NULL, 'nobody takes back a message of others');

SELECT lives_ok($$SELECT sotravel.message_remove(pg_temp.kept('ann'), pg_temp.kept('m1'),
  pg_temp.day(7))$$, 'one takes back one''s own');

SELECT sotravel.message_send(pg_temp.kept('ann'), pg_temp.kept('pair'), 'part ' || n,
  pg_temp.day(7))
FROM generate_series(1, 5) n;

CREATE FUNCTION pg_temp.reeve_pages() RETURNS text[] LANGUAGE plpgsql AS $$
DECLARE
  page record;
  read text[] := '{}';
  last bigint;
BEGIN
  LOOP
    SELECT array_agg(m.body) AS bodies, min(m.message) AS last INTO page
    FROM sotravel.message_list(pg_temp.kept('bob'), pg_temp.kept('pair'), last, 2,
      pg_temp.day(8)) m WHERE m.body LIKE 'part%';
    EXIT WHEN page.bodies IS NULL;
    read := read || page.bodies;
    last := page.last;
  END LOOP;
  RETURN read;
END
$$;

SELECT is(pg_temp.reeve_pages(), '{part 5,part 4,part 3,part 2,part 1}'::text[],
  'pages skip none of the messages of one moment');

SELECT pg_temp.keep('part', m.message) FROM sotravel.message_list(pg_temp.kept('ann'),
  pg_temp.kept('pair'), NULL, 10, pg_temp.day(8)) m WHERE m.body = 'part 4';

SELECT sotravel.message_remove(pg_temp.kept('ann'), pg_temp.kept('part'), pg_temp.day(8));

SELECT is((SELECT body FROM sotravel.message_list(pg_temp.kept('bob'), pg_temp.kept('pair'),
  pg_temp.kept('part'), 1, pg_temp.day(8))), 'part 3', 'even behind one that was taken back');

SELECT sotravel.trip_leave(pg_temp.kept('bob'), pg_temp.kept('alps'), pg_temp.day(7));

SELECT throws_ok($$SELECT sotravel.message_send(pg_temp.kept('bob'), pg_temp.kept('group'), 'Hi',
  pg_temp.day(7))$$, 'ST003', NULL, 'who leaves the trip leaves its chats');

RESET SESSION AUTHORIZATION;

SELECT * FROM finish();

ROLLBACK;
